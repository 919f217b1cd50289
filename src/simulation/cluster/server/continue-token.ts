import { isJsonObject, type Json } from "../../kubernetes/object.ts";
import type { Revision } from "../../kubernetes/resource-version.ts";

/** Where the next page starts: after `after` (a key relative to the list's prefix), at a revision or (`latest`) at whatever is current then. */
export type ContinueToken = { readonly after: string; readonly at: Revision | "latest" };

/**
 * A continue token as the watch cache writes it: base64url without padding over JSON, with a leading slash in `start`
 * (`as:storage/continue.go:EncodeContinue @v0.36.3`). Opaque to clients.
 */
export function encodeContinue({ after, at }: ContinueToken): string {
  const rv = at === "latest" ? -1 : at;
  return base64Url(JSON.stringify({ v: "meta.k8s.io/v1", rv, start: `/${after}\u0000` }));
}

/** Reads a token; otherwise the text that follows `invalid continue token: ` in the 400 (`as:storage/continue.go:DecodeContinue`). */
export function decodeContinue(
  token: string,
): { readonly type: "token"; readonly token: ContinueToken } | { readonly type: "invalid"; readonly message: string } {
  const text = fromBase64Url(token);
  const json = text === undefined ? undefined : parseJson(text);
  if (json === undefined || !isJsonObject(json)) return invalidToken("continue key is not valid: illegal base64 data");
  const { v, rv, start } = json;
  if (v !== "meta.k8s.io/v1")
    return invalidToken("continue key is not valid: server does not recognize this encoded version");
  if (typeof rv !== "number" || rv === 0)
    return invalidToken("continue key is not valid: incorrect encoded start resourceVersion");
  if (typeof start !== "string" || start === "")
    return invalidToken("continue key is not valid: encoded start key empty");
  const after = start.replace(/^\//, "").replace(/\0$/, "");
  // A positive number in a token was put there as a revision.
  return { type: "token", token: { after, at: rv < 0 ? "latest" : (rv as Revision) } };
}

function invalidToken(message: string): { readonly type: "invalid"; readonly message: string } {
  return { type: "invalid", message };
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Base64url of a text of single-byte characters (object names are ASCII). */
function base64Url(text: string): string {
  let out = "";
  for (let i = 0; i < text.length; i += 3) {
    const left = Math.min(3, text.length - i);
    const bits = (byteAt(text, i) << 16) | (byteAt(text, i + 1) << 8) | byteAt(text, i + 2);
    for (let sextet = 0; sextet <= left; sextet++) out += alphabet[(bits >> (18 - 6 * sextet)) & 63];
  }
  return out;
}

function byteAt(text: string, index: number): number {
  return index < text.length ? text.charCodeAt(index) & 255 : 0;
}

function fromBase64Url(encoded: string): string | undefined {
  let text = "";
  let bits = 0;
  let count = 0;
  for (const character of encoded) {
    const value = alphabet.indexOf(character);
    if (value < 0) return undefined;
    bits = ((bits << 6) | value) & 0xffffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      text += String.fromCharCode((bits >> count) & 255);
    }
  }
  return text;
}
