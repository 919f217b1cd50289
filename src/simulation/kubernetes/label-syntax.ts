const namePart = /^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const subdomain = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const label = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;

/** A label or annotation key: an optional DNS prefix with a slash, then up to 63 characters (`am:util/validation/validation.go:IsQualifiedName @v0.36.3`). */
export function isLabelKey(key: string): boolean {
  const parts = key.split("/");
  const name = parts.at(-1) ?? "";
  if (parts.length > 2 || name.length > 63 || !namePart.test(name)) return false;
  return parts.length === 1 || isDnsSubdomain(parts[0] ?? "");
}

/** A label value: empty, or up to 63 characters that begin and end with a letter or digit (`IsValidLabelValue`). */
export function isLabelValue(value: string): boolean {
  return value === "" || (value.length <= 63 && namePart.test(value));
}

/** The form of most object names: lower case, dots allowed, at most 253 characters (`IsDNS1123Subdomain`). */
export function isDnsSubdomain(name: string): boolean {
  return name.length <= 253 && subdomain.test(name);
}

/** The form of namespace and service names: lower case, no dots, at most 63 characters (`IsDNS1123Label`). */
export function isDnsLabel(name: string): boolean {
  return name.length <= 63 && label.test(name);
}
