import * as v from "valibot";
import { defined } from "../base/assert.ts";
import type { Micros } from "../base/time.ts";
import type { Action, Extent } from "../simulation/cluster/actions.ts";
import { suggestion } from "./closest.ts";
import {
  duration,
  fields,
  got,
  jsonObject,
  kindName,
  label,
  manifest,
  objectName,
  oneOf,
  strict,
  whole,
  words,
  yesNo,
} from "./schema-parts.ts";

const VERBS = ["get", "list", "watch", "create", "update", "patch", "delete"] as const;
const FAILURES = ["eof", "reset", "refused", "timeout", 403, 409, 410, 429, 500, 503, 504] as const;

const failure = v.picklist(FAILURES, (issue) => `${got(issue)} is no way to fail; there is ${FAILURES.join(", ")}.`);
const verb = oneOf(VERBS);
/** A client is a process, or something like `kubelet/node-1`. */
const client = words(100);
const process = words(63);
/** The name of an object, or how it begins and `*`: the first one of that beginning, for names that the server makes. */
const targetName = v.pipe(
  words(253),
  v.regex(
    /^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$|^[a-z0-9][-.a-z0-9]*\*$/,
    (issue) =>
      `${got(issue)} is not an object's name: use a-z, 0-9, - and dots, and * at the end for the first that begins so.`,
  ),
);
const target = { kind: kindName, namespace: v.exactOptional(label), name: targetName } as const;

function action<const Entries extends v.ObjectEntries>(
  entries: Entries,
  make: (input: v.InferOutput<v.StrictObjectSchema<Entries, undefined>>) => Action,
) {
  return v.exactOptional(v.pipe(fields(entries), v.transform(make)));
}

const none = v.union([v.null(), fields({})], "This action takes no fields; write {}.");

const edits = {
  create: v.exactOptional(
    v.pipe(
      manifest,
      v.transform((object): Action => ({ type: "create", object })),
    ),
  ),
  apply: action(
    {
      object: manifest,
      fieldManager: v.exactOptional(words(128)),
      force: v.exactOptional(yesNo),
    },
    (input) => ({ type: "apply", ...input }),
  ),
  patch: action(
    {
      ...target,
      merge: jsonObject,
      subresource: v.exactOptional(v.literal("status", "The only subresource is status.")),
    },
    ({ kind, namespace, name, ...rest }) => ({ type: "patch", target: reference(kind, namespace, name), ...rest }),
  ),
  delete: action(
    {
      ...target,
      gracePeriodSeconds: v.exactOptional(whole(0, 3600)),
      propagation: v.exactOptional(oneOf(["Background", "Foreground", "Orphan"])),
    },
    ({ kind, namespace, name, ...rest }) => ({ type: "delete", target: reference(kind, namespace, name), ...rest }),
  ),
};

/** A request as somebody with curl would send it: also what no client library would. */
const raw = v.exactOptional(
  v.pipe(
    fields({
      method: oneOf(["POST", "PUT", "DELETE"]),
      kind: kindName,
      namespace: v.exactOptional(label),
      name: v.exactOptional(objectName),
      subresource: v.exactOptional(oneOf(["status", "finalize"])),
      body: v.exactOptional(manifest),
    }),
    v.check(({ method, body }) => method === "DELETE" || body !== undefined, "A POST or a PUT needs a body."),
    v.transform((input): Action => ({ type: "raw", ...input })),
  ),
);

const watchFaults = {
  endWatch: action({ client, kind: kindName, with: failure }, ({ with: mode, ...rest }) => ({
    type: "endWatch",
    ...rest,
    mode,
  })),
  silenceWatch: action({ client, kind: kindName }, (input) => ({ type: "silenceWatch", ...input })),
  holdEvents: action({ client, kind: kindName, duration }, (input) => ({ type: "holdEvents", ...input })),
  loseEvent: action({ client, kind: kindName, count: v.optional(whole(1, 10_000), 1) }, (input) => ({
    type: "loseEvent",
    ...input,
  })),
};

const requestFaults = {
  answer: action(
    {
      match: v.optional(
        fields({
          client: v.exactOptional(client),
          verb: v.exactOptional(verb),
          kind: v.exactOptional(kindName),
          name: v.exactOptional(objectName),
        }),
        {},
      ),
      with: failure,
      times: v.exactOptional(whole(1, 1_000_000)),
      for: v.exactOptional(duration),
      retryAfterSeconds: v.exactOptional(whole(0, 3600)),
    },
    ({ match, with: mode, times, for: span, ...rest }) => ({
      type: "answer",
      match,
      mode,
      extent: extentOf(times, span),
      ...rest,
    }),
  ),
  stopAnswering: v.exactOptional(
    v.pipe(
      none,
      v.transform((): Action => ({ type: "stopAnswering" })),
    ),
  ),
  cutLink: action({ process, server: label, duration: v.exactOptional(duration) }, (input) => ({
    type: "cutLink",
    ...input,
  })),
  mendLink: action({ process, server: label }, (input) => ({ type: "mendLink", ...input })),
  slowLink: action({ process, server: label, delay: duration }, (input) => ({ type: "slowLink", ...input })),
};

const serverFaults = {
  compact: v.exactOptional(
    v.pipe(
      none,
      v.transform((): Action => ({ type: "compact" })),
    ),
  ),
  restartServer: action({ server: label, downFor: duration }, (input) => ({ type: "restartServer", ...input })),
  freezeCache: action({ server: label, kind: kindName, duration }, (input) => ({ type: "freezeCache", ...input })),
  slowEtcd: action({ delay: duration, duration }, (input) => ({ type: "slowEtcd", ...input })),
};

const processFaults = {
  crash: action({ process, restartAfter: v.exactOptional(duration) }, (input) => ({ type: "crash", ...input })),
  pause: action({ process, duration }, (input) => ({ type: "pause", ...input })),
  stop: action({ process }, (input) => ({ type: "stop", ...input })),
  slowHandler: action({ process, kind: kindName, handler: label, takes: duration }, (input) => ({
    type: "slowHandler",
    ...input,
  })),
  revoke: action({ process, verb, kind: kindName }, (input) => ({ type: "revoke", ...input })),
  grant: action({ process, verb, kind: kindName }, (input) => ({ type: "grant", ...input })),
  revokeToken: action({ process }, (input) => ({ type: "revokeToken", ...input })),
  renewToken: action({ process }, (input) => ({ type: "renewToken", ...input })),
};

const toSystems = {
  tell: action({ system: label, event: words(63), about: v.optional(words(100), "-") }, (input) => ({
    type: "tell",
    ...input,
  })),
};

const entries = { ...edits, raw, ...watchFaults, ...requestFaults, ...serverFaults, ...processFaults, ...toSystems };

/** The names of all actions, as a script writes them. */
const ACTION_NAMES: readonly string[] = Object.keys(entries);

/** An action as a script writes it: its name, and its fields below. */
export const actionSchema = v.pipe(
  strict(
    v.strictObject(entries, (issue) => {
      if (issue.expected === "Object")
        return `${got(issue)} is no action; write its name and its fields: { cutLink: { process: …, server: … } }.`;
      const name = String(issue.path?.at(-1)?.key ?? "");
      return `There is no action "${name}"${suggestion(name, ACTION_NAMES)}`;
    }),
  ),
  v.minEntries(1, "An action is missing here, such as cutLink."),
  v.maxEntries(1, "Only one action can stand here; write one step for each."),
  v.transform((input): Action => defined(Object.values(input)[0], "the action of a step")),
);

/** The same action as somebody else's; only edits are made by somebody. */
export function madeBy(action: Action, as: string): Action | undefined {
  switch (action.type) {
    case "create":
    case "apply":
    case "patch":
    case "delete":
    case "raw":
      return { ...action, as };
    default:
      return undefined;
  }
}

function reference(kind: string, namespace: string | undefined, name: string) {
  return namespace === undefined ? { kind, name } : { kind, namespace, name };
}

function extentOf(times: number | undefined, span: Micros | undefined): Extent {
  if (times !== undefined) return { type: "times", count: times };
  return span === undefined ? { type: "untilStopped" } : { type: "for", duration: span };
}
