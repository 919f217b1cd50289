/** The share of a wait that has passed, as a filled sector of a clock. */
export function Pie({ share, size = 13 }: { readonly share: number; readonly size?: number }) {
  const angle = Math.min(0.9999, Math.max(0, share)) * 2 * Math.PI;
  const end = `${(10 + 7 * Math.sin(angle)).toFixed(2)} ${(10 - 7 * Math.cos(angle)).toFixed(2)}`;
  return (
    <svg aria-hidden="true" data-tone="waiting" width={size} height={size} viewBox="1 1 18 18" style={{ flex: "none" }}>
      <circle cx="10" cy="10" r="8" fill="none" stroke="var(--c)" strokeWidth="1.5" />
      <path d={`M10 10V3A7 7 0 ${share > 0.5 ? 1 : 0} 1 ${end}Z`} fill="var(--c)" />
    </svg>
  );
}
