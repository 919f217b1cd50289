import type { Micros } from "../../base/time.ts";

/** What a webhook asks a signer: to sign an object, under the id of a record or under none, which takes so long. */
export type SigningRequest = { readonly key: string; readonly record: string; readonly takes: Micros };

/**
 * What it will say, and how long after the call. `failed`: it has no signature, and that is nobody's decision. `unreachable`: it does not run, so
 * it says nothing.
 */
export type SignerAnswer = {
  readonly verdict: "signed" | "refused" | "failed" | "unreachable";
  readonly after: Micros;
};

/** The id under which a signature is kept, empty for none, and the signer's answer. */
export type Signing = { readonly record: string } & SignerAnswer;
