import { count, flag, readOptions, span, type Values, word } from "../cluster/options.ts";
import type { Handled, ReconcileRequest, ReconcileResult, ReconcilerKind, Run } from "../cluster/reconciler.ts";
import {
  controllerOf,
  finalizersOf,
  isTerminating,
  type JsonObject,
  jsonAt,
  type KubeObject,
} from "../kubernetes/object.ts";
import { keyOf, objectKey } from "../kubernetes/object-key.ts";
import { type Asking, enterPhase, failureOf, getCached, note, write } from "./asking.ts";
import { applyInstance, removeInstance, type Seen } from "./cloud-instance.ts";
import { createOrUpdate } from "./create-or-update.ts";
import { writePhase } from "./database-status.ts";
import { enqueueController, enqueueObject, priorityOf } from "./enqueue-requests.ts";
import { countOf, noCounts, setCount } from "./key-counts.ts";
import { controlledBy } from "./owner-reference.ts";

/** The finalizer that stands for the instance in the cloud. */
const FINALIZER = "example.com/cloud-instance";

/** What a scenario may set. */
const OPTIONS = {
  /** Where the status is written: at /status, or with the object, as before there were subresources. */
  status: word("subresource", "main"),
  /** Whether older generations are refused: in the status, and by the instance in the cloud. */
  guard: flag(true),
  /** Whether there is an instance in the cloud, and a finalizer for it. */
  outside: flag(false),
  /** So many runs of a key fail first, whatever the dependency says. */
  failTimes: count(0, 0, 1_000_000),
  /** So many failures in a row make the phase Failed. */
  failedAfter: count(3, 1, 1_000_000),
  /** It looks again so often; 0 is never. */
  pollMs: span(0, 0),
  /** Where the child is read. */
  readFrom: word("store", "server"),
};
type DatabaseOptions = Values<typeof OPTIONS>;

/**
 * A controller for a custom resource as a tutorial would write it with controller-runtime. A Database gets a ConfigMap `<name>-config` by
 * CreateOrUpdate, needs the ConfigMap that `spec.dependency` names to have `state: up`, and goes from Pending to Ready, or to Failed.
 * What an instance outside was last seen to hold is `status.observedState`.
 * The kinds are in `database-kinds.ts`.
 */
export const databaseReconciler: ReconcilerKind = {
  name: "Database",
  primary: "Database",
  watches: ["Database", "ConfigMap"],
  options: OPTIONS,
  memory: noCounts,
  handle: (context) => ({ memory: context.memory, ...wakeDatabases(context) }),
  reconcile: reconcileDatabase,
};

/** For(Database), Owns(ConfigMap), and Watches(ConfigMap) for those that a Database depends on. */
function wakeDatabases({
  kind,
  notification,
  list,
}: Parameters<ReconcilerKind["handle"]>[0]): Pick<Handled, "enqueue" | "ignored"> {
  if (kind === "Database") return { enqueue: enqueueObject(notification) };
  const owned = enqueueController(notification, { group: "example.com", kind: "Database" });
  if (owned.length > 0) return { enqueue: owned };
  const { name, namespace = "" } = notification.object.metadata;
  const waiting = list("Database", namespace).filter((database) => jsonAt(database.spec, "dependency") === name);
  if (waiting.length === 0) return { enqueue: [], ignored: "no Database owns it or depends on it" };
  return { enqueue: waiting.map((database) => ({ key: keyOf(database), priority: priorityOf(notification) })) };
}

function* reconcileDatabase({ key, options: given }: ReconcileRequest): Run {
  const options = readOptions(OPTIONS, given);
  yield* enterPhase("fetch");
  const database = yield* getCached("Database", key);
  if (database === undefined) {
    yield* note("the Database is gone: its ConfigMap is left to the garbage collector");
    yield* setCount(key, 0, "forget the failures");
    return {};
  }
  const { generation = 0, resourceVersion } = database.metadata;
  const observed = jsonAt(database.status, "observedGeneration");
  yield* note(`read @${resourceVersion}, generation ${generation}, observed ${JSON.stringify(observed ?? null)}`);
  if (isTerminating(database)) return yield* finalize(database, options);
  if (options.guard && typeof observed === "number" && observed > generation) {
    yield* note(`generation ${observed} was acted on already: the store is behind, refuse ${generation}`);
    return {};
  }
  const held = options.outside ? yield* ensureFinalizer(database) : database;
  if (typeof held === "string") return failed(held);
  return yield* converge(held, options);
}

function* converge(database: KubeObject, options: DatabaseOptions): Asking<ReconcileResult> {
  const isNew = jsonAt(database.status, "phase") === undefined;
  const begun = isNew ? yield* writePhase(database, { phase: "Pending" }, options.status) : database;
  if (typeof begun === "string") return failed(begun);
  const obstacle = yield* dependencyError(begun, options);
  if (obstacle !== undefined) return yield* giveBack(begun, obstacle, options);
  const applied = yield* apply(begun, options);
  if (typeof applied === "string") return failed(applied);
  yield* setCount(keyOf(begun), 0, "no failure any more");
  const ready = yield* writePhase(begun, { ...applied, phase: "Ready", message: undefined }, options.status);
  if (typeof ready === "string") return failed(ready);
  return options.pollMs > 0 ? { requeueAfter: options.pollMs } : {};
}

/** What the children should be. Returns an error text, or what was seen outside. */
function* apply(database: KubeObject, options: DatabaseOptions): Asking<string | Seen> {
  const { name, namespace } = database.metadata;
  const child = yield* createOrUpdate({
    apiVersion: "v1",
    kind: "ConfigMap",
    key: objectKey(namespace, `${name}-config`),
    from: options.readFrom,
    mutate: (draft) => {
      const owner = controllerOf(draft);
      if (owner !== undefined && owner.uid !== database.metadata.uid) {
        return `Object ${namespace}/${name}-config is already owned by another ${owner.kind} controller ${owner.name}`;
      }
      return {
        ...draft,
        metadata: { ...draft.metadata, ownerReferences: [controlledBy(database)] },
        data: { ...desiredData(database) },
      };
    },
  });
  if (child.type === "failed") return child.message;
  yield* note(`ConfigMap ${name}-config ${child.type}`);
  return options.outside ? yield* applyInstance(database, options.guard) : {};
}

/** The fields of the spec that the child carries, as text. */
function desiredData({ spec }: KubeObject): JsonObject {
  const fields = Object.entries(spec ?? {}).filter(([field]) => field !== "dependency");
  return Object.fromEntries(
    fields.map(([field, value]) => [field, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}

/** Why the Database cannot be served now, or undefined. */
function* dependencyError(database: KubeObject, { failTimes }: DatabaseOptions): Asking<string | undefined> {
  const failures = yield* countOf(keyOf(database));
  if (failures < failTimes) return `dependency answered with an error (${failures + 1} of ${failTimes})`;
  const dependency = jsonAt(database.spec, "dependency");
  if (typeof dependency !== "string") return undefined;
  const found = yield* getCached("ConfigMap", objectKey(database.metadata.namespace, dependency));
  if (found === undefined) return `dependency ${dependency} does not exist`;
  const state = jsonAt(found.data, "state");
  return state === "up" ? undefined : `dependency ${dependency} is ${JSON.stringify(state ?? null)}`;
}

/** The failure goes into the status, and as an error to the queue, which tries again later and later. */
function* giveBack(database: KubeObject, message: string, options: DatabaseOptions): Asking<ReconcileResult> {
  const failures = (yield* countOf(keyOf(database))) + 1;
  yield* setCount(keyOf(database), failures, `failure ${failures} in a row`);
  yield* note(message);
  const phase = failures >= options.failedAfter ? "Failed" : "Pending";
  const written = yield* writePhase(database, { phase, message }, options.status);
  return failed(typeof written === "string" ? written : message);
}

/** The finalizer has to be stored before there is anything to clean up (fidelity workqueue 5.10). Returns the object, or an error text. */
function* ensureFinalizer(database: KubeObject): Asking<KubeObject | string> {
  const finalizers = finalizersOf(database);
  if (finalizers.includes(FINALIZER)) return database;
  yield* note("add the finalizer before there is anything to clean up");
  return yield* putFinalizers(database, [...finalizers, FINALIZER]);
}

/** Cleans up outside, then lets the object go. */
function* finalize(database: KubeObject, options: DatabaseOptions): Asking<ReconcileResult> {
  if (!finalizersOf(database).includes(FINALIZER)) {
    yield* note("being deleted, and nothing of ours to clean up");
    return {};
  }
  const error = options.outside ? yield* removeInstance(database) : undefined;
  if (error !== undefined) return failed(error);
  yield* note("cleaned up: remove the finalizer");
  const others = finalizersOf(database).filter((finalizer) => finalizer !== FINALIZER);
  const released = yield* putFinalizers(database, others);
  return typeof released === "string" ? failed(released) : {};
}

function* putFinalizers(database: KubeObject, finalizers: readonly string[]): Asking<KubeObject | string> {
  yield* enterPhase("apply");
  const object = { ...database, metadata: { ...database.metadata, finalizers } };
  const reply = yield* write({ type: "update", object });
  return reply.type === "object" ? reply.object : (failureOf(reply) ?? "no object returned");
}

function failed(message: string): ReconcileResult {
  return { error: { message } };
}
