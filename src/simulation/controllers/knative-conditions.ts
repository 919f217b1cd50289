import { isJsonList, isJsonObject, type Json, type JsonObject } from "../kubernetes/object.ts";

/** A condition of a Knative resource. `severity` is absent for the happy condition and its dependents, "Info" for all others. */
export type KnativeCondition = {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
  readonly severity?: "Info";
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime: string;
};

/** The happy condition, Ready for what lives and Succeeded for what ends, and those that it depends on. */
export type ConditionSet = { readonly happy: "Ready" | "Succeeded"; readonly dependents: readonly string[] };

/** A set for a resource that lives (`kp:apis/condition_set.go:NewLivingConditionSet`). */
export function livingConditions(...dependents: readonly string[]): ConditionSet {
  return { happy: "Ready", dependents };
}

/** Conditions sorted by type, as they are kept. */
export type Conditions = readonly KnativeCondition[];

/** Why, in one word and in a sentence. */
export type Why = { readonly reason: string; readonly message: string };

const NO_REASON: Why = { reason: "", message: "" };

/** The conditions of a status; entries that are none are left out. */
export function conditionsOf(status: JsonObject | undefined): Conditions {
  const list = status?.conditions;
  return isJsonList(list) ? list.flatMap((entry) => (isCondition(entry) ? [entry] : [])) : [];
}

/** The condition of that type. */
export function conditionNamed(conditions: Conditions, type: string): KnativeCondition | undefined {
  return conditions.find((condition) => condition.type === type);
}

/** Whether the condition of that type has that status. */
export function hasStatus(conditions: Conditions, type: string, status: KnativeCondition["status"]): boolean {
  return conditionNamed(conditions, type)?.status === status;
}

/** What the operations below work on: the set, the conditions so far, and the present time. */
export type Managed = { readonly set: ConditionSet; readonly conditions: Conditions; readonly now: string };

/** Conditions that are not set yet become Unknown, or True if the happy one is True (`condition_set.go:InitializeConditions`). */
export function initialized(managed: Managed): Conditions {
  const { set } = managed;
  const first = conditionNamed(managed.conditions, set.happy);
  const begun = first === undefined ? put(managed, set.happy, "Unknown", NO_REASON) : managed.conditions;
  const status = first?.status === "True" ? "True" : "Unknown";
  return set.dependents.reduce(
    (conditions, type) =>
      conditionNamed(conditions, type) === undefined
        ? put({ ...managed, conditions }, type, status, NO_REASON)
        : conditions,
    begun,
  );
}

/** True, and the happy condition follows: first what is False, then what is Unknown, else True (`condition_set.go:MarkTrue, markHappy`). */
export function markedTrue(managed: Managed, type: string, why: Why = NO_REASON): Conditions {
  const { set } = managed;
  const conditions = put(managed, type, "True", why);
  const unhappy = unhappyDependent(set, conditions);
  if (unhappy !== undefined) {
    return put({ ...managed, conditions }, set.happy, unhappy.status, whyOf(unhappy));
  }
  return type === set.happy ? conditions : put({ ...managed, conditions }, set.happy, "True", NO_REASON);
}

/** False, and with a dependent the happy condition too (`condition_set.go:MarkFalse`). */
export function markedFalse(managed: Managed, type: string, why: Why): Conditions {
  const conditions = put(managed, type, "False", why);
  const { set } = managed;
  return set.dependents.includes(type) ? put({ ...managed, conditions }, set.happy, "False", why) : conditions;
}

/** Unknown, and with a dependent the happy condition too, unless a dependent is False (`condition_set.go:MarkUnknown`). */
export function markedUnknown(managed: Managed, type: string, why: Why): Conditions {
  const { set } = managed;
  const conditions = put(managed, type, "Unknown", why);
  if (set.dependents.some((dependent) => hasStatus(conditions, dependent, "False"))) {
    const isFalse = hasStatus(conditions, set.happy, "False");
    return isFalse ? conditions : put({ ...managed, conditions }, set.happy, "False", why);
  }
  return set.dependents.includes(type) ? put({ ...managed, conditions }, set.happy, "Unknown", why) : conditions;
}

/** A condition that is equal but for its time keeps the time it had (`kp:reconciler/reconcile_common.go:groomConditionsTransitionTime`). */
export function groomed(conditions: Conditions, before: Conditions): Conditions {
  return conditions.map((condition) => {
    const old = conditionNamed(before, condition.type);
    return old !== undefined && sameBut(condition, old) ? old : condition;
  });
}

/** Conditions as the JSON of a status. */
export function asJson(conditions: Conditions): Json {
  return conditions;
}

/** Reason and message of a condition. */
export function whyOf({ reason = "", message = "" }: { readonly reason?: string; readonly message?: string }): Why {
  return { reason, message };
}

/** The newest dependent that is False, else the newest that is Unknown; Unknown without a reason when one is missing (`findUnhappyDependent`). */
function unhappyDependent(
  { happy, dependents }: ConditionSet,
  conditions: Conditions,
): { readonly status: KnativeCondition["status"]; readonly reason?: string; readonly message?: string } | undefined {
  if (dependents.length === 0) return undefined;
  const counted = conditions
    .filter(({ type, severity }) => severity === undefined && type !== happy)
    .sort((a, b) =>
      a.lastTransitionTime < b.lastTransitionTime ? 1 : a.lastTransitionTime > b.lastTransitionTime ? -1 : 0,
    );
  const found = counted.find(({ status }) => status === "False") ?? counted.find(({ status }) => status === "Unknown");
  if (found !== undefined) return found;
  return counted.length === dependents.length ? undefined : { status: "Unknown" };
}

/** Sets a condition. Its time moves with any difference, not only with the status (`condition_set.go:SetCondition`). */
function put(
  { set, conditions, now }: Managed,
  type: string,
  status: KnativeCondition["status"],
  why: Why,
): Conditions {
  const isTerminal = type === set.happy || set.dependents.includes(type);
  const next: KnativeCondition = {
    type,
    status,
    ...(isTerminal ? {} : { severity: "Info" }),
    ...(why.reason === "" ? {} : { reason: why.reason }),
    ...(why.message === "" ? {} : { message: why.message }),
    lastTransitionTime: now,
  };
  const old = conditionNamed(conditions, type);
  if (old !== undefined && sameBut(old, next)) return conditions;
  const others = conditions.filter((condition) => condition.type !== type);
  return [...others, next].sort((a, b) => (a.type < b.type ? -1 : 1));
}

function sameBut(a: KnativeCondition, b: KnativeCondition): boolean {
  return a.status === b.status && a.reason === b.reason && a.message === b.message && a.severity === b.severity;
}

function isCondition(entry: Json): entry is KnativeCondition {
  return isJsonObject(entry) && typeof entry.type === "string" && typeof entry.status === "string";
}
