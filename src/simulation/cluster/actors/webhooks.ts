import { digestText, EMPTY_DIGEST, foldData } from "../../../base/digest.ts";
import { ownValue } from "../../../base/own-value.ts";
import { type Micros, micros, seconds } from "../../../base/time.ts";
import { type DraftObject, jsonAt, type KubeObject } from "../../kubernetes/object.ts";
import { webhookDenied, webhookFailed } from "../../kubernetes/status-error.ts";
import type { Webhook } from "../plan.ts";
import type { AdmissionCall, AdmissionReview, AdmissionVerdict, Admit } from "../server/admission.ts";
import type { Signing } from "../signer-answer.ts";

/** A webhook that answers later than this has failed: v1's default of `timeoutSeconds`. */
const TIMEOUT: Micros = seconds(10);

/**
 * The webhooks of a cluster as the servers' admission chain. Mutating ones are called one after the other in the order of their names, validating ones all at
 * once on what the chain, the strategy and the schema have left (`as:admission/configuration/mutating_webhook_manager.go, plugin/webhook/mutating/dispatcher.go:Dispatch,
 * plugin/webhook/validating/dispatcher.go:Dispatch @v0.36.3`). Rules are about main resources; nothing is called for `/status`.
 */
export function admitWith(webhooks: readonly Webhook[], askSigner: AskSigner = signAll): Admit {
  const ordered = webhooks.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return (review) => {
    const matching = ordered.filter((webhook) => matches(webhook, review));
    if (matching.length === 0) return { type: "allowed", object: review.object, calls: [] };
    return review.phase === "mutating" ? runChain(matching, review, askSigner) : askAll(matching, review);
  };
}

/** What the signer behind a webhook says; `content` is the id of what is to be signed, empty where no record of that is kept. */
export type AskSigner = (webhook: Webhook, content: string, round: 1 | 2) => Signing;

/** Nobody is behind the webhook: it signs by itself. */
const signAll: AskSigner = ({ takes }, content) => ({ record: content, verdict: "signed", after: takes });

/** Whether any webhook that takes time looks at writes of a kind: then a write is planned first and committed later. */
export function takesTime(webhooks: readonly Webhook[], kind: string): boolean {
  return webhooks.some(({ kinds, takes }) => takes > 0 && kinds.includes(kind));
}

/**
 * When each of some calls has its answer, from the beginning of the first: the mutating ones one after the other, then the validating ones beside one
 * another.
 */
export function answerTimes(webhooks: readonly Webhook[], calls: readonly HookTime[]): readonly Micros[] {
  let mutated = 0;
  return calls.map(({ hook, signing }) => {
    const webhook = webhooks.find(({ name }) => name === hook);
    if (webhook === undefined) return micros(mutated);
    const answered = mutated + answeredAfter({ takes: signing?.after ?? webhook.takes });
    if (webhook.type === "mutating") mutated = answered;
    return micros(answered);
  });
}

type HookTime = Pick<AdmissionCall, "hook" | "signing">;

/** When the server has the answer of a hook, or gives up. */
function answeredAfter({ takes }: Pick<Webhook, "takes">): number {
  return Math.min(takes, TIMEOUT);
}

function matches(webhook: Webhook, { phase, operation, info, subresource }: AdmissionReview): boolean {
  const { type, kinds, operations } = webhook;
  return type === phase && subresource === undefined && operations.includes(operation) && kinds.includes(info.id);
}

/** Every hook is asked, whatever the others say, and of several refusals the first one to come is the answer. */
function askAll(webhooks: readonly Webhook[], { object, old }: AdmissionReview): AdmissionVerdict {
  const judged = webhooks.map((webhook) => ({ webhook, ...judge(webhook, object, old) }));
  const calls = judged.map(({ webhook, verdict }) => ({ hook: webhook.name, verdict, round: 1 as const }));
  const refusals = judged.flatMap(({ webhook, verdict, status }) =>
    status === undefined ? [] : [{ at: answeredAfter(webhook), verdict, status }],
  );
  const [first] = refusals.toSorted((a, b) => a.at - b.at);
  if (first === undefined) return { type: "allowed", object, calls };
  return { type: first.verdict === "denied" ? "denied" : "failed", status: first.status, calls };
}

type Round = {
  readonly calls: readonly AdmissionCall[];
  readonly object: DraftObject | undefined;
  /** Hooks that asked for reinvocation and were called before the newest change. */
  readonly again: ReadonlySet<string>;
  /** Hooks that asked for reinvocation and were called since. */
  readonly since: ReadonlySet<string>;
  readonly changed: boolean;
  readonly refused: Extract<AdmissionVerdict, { readonly type: "denied" | "failed" }> | undefined;
};

/**
 * Two rounds at most. The second one runs when any hook changed the object in the first, and calls only hooks with IfNeeded that were
 * followed by a change of somebody else's (`plugin/webhook/mutating/reinvocationcontext.go, admission/reinvocation.go @v0.36.3`).
 */
function runChain(
  webhooks: readonly Webhook[],
  { object, old }: AdmissionReview,
  askSigner: AskSigner,
): AdmissionVerdict {
  const none: ReadonlySet<string> = new Set();
  const start: Round = { calls: [], object, again: none, since: none, changed: false, refused: undefined };
  const call = (round: Round, webhook: Webhook, number: 1 | 2) =>
    round.refused === undefined ? callHook({ round, webhook, number, old, askSigner }) : round;
  const first = webhooks.reduce((round, webhook) => call(round, webhook, 1), start);
  if (first.refused !== undefined) return first.refused;
  if (!first.changed) return { type: "allowed", object: first.object, calls: first.calls };
  const second = webhooks.reduce(
    (round, webhook) => (round.again.has(webhook.name) ? call(round, webhook, 2) : round),
    first,
  );
  return second.refused ?? { type: "allowed", object: second.object, calls: second.calls };
}

type HookCall = {
  readonly round: Round;
  readonly webhook: Webhook;
  readonly number: 1 | 2;
  readonly old: KubeObject | undefined;
  readonly askSigner: AskSigner;
};

function callHook({ round, webhook, number, old, askSigner }: HookCall): Round {
  const { name, reinvocation } = webhook;
  const signing = webhook.does === "sign" ? askSigner(webhook, contentId(webhook, round.object), number) : undefined;
  const { verdict, object, status } = judge(webhook, round.object, old, signing);
  const calls = [...round.calls, { hook: name, verdict, round: number, ...(signing === undefined ? {} : { signing }) }];
  const isChange = verdict === "changed";
  const again = isChange ? new Set([...round.again, ...round.since]) : round.again;
  const since = new Set(isChange ? [] : round.since);
  if (reinvocation === "IfNeeded") since.add(name);
  const type = verdict === "denied" ? "denied" : "failed";
  const refused = status === undefined ? undefined : ({ type, status, calls } as const);
  return { calls, object, again, since, changed: round.changed || isChange, refused };
}

/** What one hook says. `status` is the answer for the client if it stops the request. A deletion has only the `old` object. */
function judge(
  webhook: Webhook,
  object: DraftObject | undefined,
  old: KubeObject | undefined,
  signing: Signing | undefined = undefined,
) {
  const { name, does, failurePolicy, takes, message = "" } = webhook;
  const isGone = does === "fail" || signing?.verdict === "unreachable";
  if (isGone || (signing?.after ?? takes) > TIMEOUT) {
    const text = isGone ? "connection refused" : "context deadline exceeded";
    const status = failurePolicy === "Fail" ? webhookFailed(name, text) : undefined;
    return { verdict: "failed", object, status } as const;
  }
  const unsigned = UNSIGNED[signing?.verdict ?? "signed"];
  const isDenied = unsigned !== undefined || (does === "deny" && isMeant(webhook, object ?? old));
  if (isDenied) return { verdict: "denied", object, status: webhookDenied(name, unsigned ?? message) } as const;
  const marked = object === undefined ? undefined : mark(object, webhook);
  return { verdict: marked === object ? "unchanged" : "changed", object: marked, status: undefined } as const;
}

/** Why a signing webhook refuses what has no signature. */
const UNSIGNED: Readonly<Partial<Record<Signing["verdict"], string>>> = {
  refused: "the key must not be used for this object",
  failed: "there is no signature: the store of keys does not answer",
};

function isMeant({ denies = {} }: Webhook, object: DraftObject | undefined): boolean {
  return Object.entries(denies).every(([path, value]) => jsonAt(object, ...path.split(".")) === value);
}

function mark(object: DraftObject, webhook: Webhook): DraftObject {
  switch (webhook.does) {
    case "sign":
      return sign(object, webhook);
    case "stamp":
    case "stampOnce":
      return stamp(object, webhook);
    case "allow":
    case "deny":
    case "fail":
      return object;
  }
}

/** Under what a signer knows again what it has signed: the object and its spec, which is what the signature covers; nothing but that is the same in two calls. */
function contentId({ recordBy }: Webhook, object: DraftObject | undefined): string {
  if (recordBy !== "content" || object === undefined) return "";
  return digestText(foldData(EMPTY_DIGEST, [object.kind, object.metadata.name ?? "", object.spec ?? {}])).slice(0, 8);
}

/** Without a record of the content each call gives another signature, so it changes the object; with one the same content has the same signature. */
function sign(object: DraftObject, webhook: Webhook): DraftObject {
  const id = contentId(webhook, object);
  if (id === "") return stamp(object, webhook);
  const { annotations = {} } = object.metadata;
  if (ownValue(annotations, webhook.name) === id) return object;
  return { ...object, metadata: { ...object.metadata, annotations: { ...annotations, [webhook.name]: id } } };
}

/** `stamp` counts its calls in an annotation, so it changes the object each time; `stampOnce` leaves one that is there. */
function stamp(object: DraftObject, { name, does }: Webhook): DraftObject {
  const { annotations = {} } = object.metadata;
  const before = ownValue(annotations, name);
  if (does === "stampOnce" && before !== undefined) return object;
  const value = String((Number(before) || 0) + 1);
  return { ...object, metadata: { ...object.metadata, annotations: { ...annotations, [name]: value } } };
}
