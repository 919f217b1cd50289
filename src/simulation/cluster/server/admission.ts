import type { KindInfo } from "../../kubernetes/kind.ts";
import type { DraftObject, KubeObject, Subresource } from "../../kubernetes/object.ts";
import type { Status } from "../../kubernetes/status.ts";
import type { Signing } from "../signer-answer.ts";
import type { RequestFact } from "./server-fact.ts";

/** What an admission chain is asked about. `object` is undefined for a deletion, `old` for a creation. */
export type AdmissionReview = {
  readonly phase: "mutating" | "validating";
  readonly operation: "CREATE" | "UPDATE" | "DELETE";
  readonly info: KindInfo;
  readonly object: DraftObject | undefined;
  readonly old: KubeObject | undefined;
  readonly subresource: Subresource | undefined;
  readonly user: string;
  readonly dryRun: boolean;
};

/** One hook that was called; `round` 2 is a reinvocation. */
export type AdmissionCall = {
  readonly hook: string;
  /** Of a signing hook, what it asked its signer and what that said. */
  readonly signing?: Signing;
  readonly verdict: "unchanged" | "changed" | "denied" | "failed";
  readonly round: 1 | 2;
};

/** What the chain said. `denied` and `failed` carry the answer for the client; `calls` are the hooks in the order called. */
export type AdmissionVerdict = { readonly calls: readonly AdmissionCall[] } & (
  | { readonly type: "allowed"; readonly object: DraftObject | undefined }
  | { readonly type: "denied" | "failed"; readonly status: Status }
);

/** The seam for webhooks and in-tree plugins: a pure function from review to verdict. */
export type Admit = (review: AdmissionReview) => AdmissionVerdict;

/** Lets everything through, calling nothing. */
export const admitAll: Admit = (review) => ({ type: "allowed", object: review.object, calls: [] });

/** The verdict on one phase, with its calls as facts. */
export type Admitted =
  | { readonly type: "allowed"; readonly object: DraftObject | undefined; readonly facts: readonly RequestFact[] }
  | { readonly type: "refused"; readonly status: Status; readonly facts: readonly RequestFact[] };

/** Runs one phase. Only the mutating phase may change the object. */
export function runAdmission(admit: Admit, review: AdmissionReview): Admitted {
  const verdict = admit(review);
  const { phase } = review;
  const facts = verdict.calls.map((call): RequestFact => ({ type: "admissionCalled", phase, ...call }));
  if (verdict.type !== "allowed") return { type: "refused", status: verdict.status, facts };
  const object = phase === "mutating" ? verdict.object : review.object;
  return { type: "allowed", object, facts };
}
