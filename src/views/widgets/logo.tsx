/** The mark: a loop with a pulse in it. */
export function Logo() {
  const line = { fill: "none", stroke: "currentColor", strokeWidth: 1.6, strokeLinecap: "round" } as const;
  return (
    <svg aria-hidden="true" width="20" height="20" viewBox="0 0 20 20">
      <path d="M16.6 6.2A7.6 7.6 0 1 0 17.6 10" {...line} />
      <path d="M16.9 2.6 16.8 6.6 12.8 6.3" {...line} strokeLinejoin="round" />
      <path d="M5.4 10.6h2l1.4-3.4 2.2 5.4 1.3-2h2" {...line} strokeLinejoin="round" />
    </svg>
  );
}
