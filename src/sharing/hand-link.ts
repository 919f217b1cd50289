import { micros } from "../base/time.ts";
import { closest } from "../scenarios/closest.ts";
import {
  FIFO_KINDS,
  PROFILES,
  type ProfileName,
  type ProfileParts,
  QUEUE_KINDS,
  type ScenarioSource,
} from "../scenarios/run-spec.ts";
import { VIEW_IDS, viewIdOf } from "../scenarios/view-ids.ts";
import { broken, isPlaceOfRuns, type OpenedLink, type SharedCursor, type SharedRun } from "./shared-run.ts";
import { STOCK_NUMBERS } from "./stock-numbers.ts";

const PARAMETERS = ["variant", "seed", "at", "profile", "watchlist", "fifo", "queue", "view"] as const;

/** What a link to a recorded run may say: the rest is as it was recorded. */
const OF_RECORDED: readonly string[] = ["at", "view"];

/**
 * The form of a link that a person can write: `/s/watch-history-gone?seed=7&at=e120`, or `/v/T14-paged?at=e12` for a recorded run.
 * Undefined for runs that it can't express.
 */
export function encodeHandLink({ spec, cursor, view }: SharedRun): string | undefined {
  const { scenario } = spec;
  if (scenario.type === "inline" || spec.inputs.length > 0) return undefined;
  const { watchList, fifo, queue } = spec.parts ?? {};
  const values: readonly (readonly [(typeof PARAMETERS)[number], string | undefined])[] = [
    ["variant", spec.variant === undefined ? undefined : String(spec.variant + 1)],
    ["seed", spec.seed?.toString()],
    ["at", placeText(cursor)],
    ["profile", spec.profile],
    ["watchlist", watchList === undefined ? undefined : watchList ? "on" : "off"],
    ["fifo", fifo?.replaceAll(" ", "-")],
    ["queue", queue],
    ["view", viewIdOf(view.view)],
  ];
  const query = values.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])).join("&");
  const path = scenario.type === "stock" ? `/s/${scenario.id}` : `/v/${scenario.name}`;
  return `${path}${query === "" ? "" : `?${query}`}`;
}

/** `e120` event, `s42` step, `c3` chapter (from 1), `12.842s` time, `end`. */
function placeText(cursor: SharedCursor): string | undefined {
  switch (cursor.type) {
    case "start":
      return undefined;
    case "end":
      return "end";
    case "event":
      return `e${cursor.seq}`;
    case "step":
      return `s${cursor.step}`;
    case "chapter":
      return `c${cursor.index + 1}`;
    case "time":
      return `${cursor.at / 1_000_000}s`;
  }
}

/** Reads the hand-written form. Unknown parameters and values are problems, so that a typing error does not pass unseen. */
export function decodeHandLink(text: string): OpenedLink {
  const [, kind, id = "", query = ""] = /^\/([sv])\/([^?]*)\??(.*)$/s.exec(text) ?? [];
  if (kind === "v") return decodeRecorded(id, query);
  if (!STOCK_NUMBERS.includes(id)) {
    const near = closest(id, STOCK_NUMBERS);
    const hint = near === undefined ? "A link looks like /s/three-pods?seed=7&at=e120." : `Did you mean /s/${near}?`;
    return broken("handWritten", `There is no scenario "${id.slice(0, 60)}". ${hint}`);
  }
  const parameters = readParameters(query, PARAMETERS);
  if (typeof parameters === "string") return broken("handWritten", parameters, id);
  return readValues({ type: "stock", id }, parameters);
}

/** Which recorded runs there are is known where they are read. */
function decodeRecorded(name: string, query: string): OpenedLink {
  if (!/^[\w.-]{1,100}$/.test(name))
    return broken("handWritten", "A link to a recorded run looks like /v/T14-paged?at=e12.");
  const parameters = readParameters(query, OF_RECORDED);
  if (typeof parameters === "string") return broken("handWritten", parameters);
  return readValues({ type: "recorded", name }, parameters);
}

/** What stands behind the question mark, by name; a sentence when something there is wrong. */
function readParameters(query: string, known: readonly string[]): ReadonlyMap<string, string> | string {
  const values = new Map<string, string>();
  for (const part of query.split("&").filter((one) => one !== "")) {
    const [name = "", value = ""] = part.split("=", 2);
    if (values.has(name)) return `"${name}" stands twice in this link.`;
    if (!known.includes(name)) {
      const near = closest(name, known);
      const hint = near === undefined ? `There are ${known.join(", ")}` : `Did you mean ${near}`;
      return `A link has no "${name.slice(0, 60)}". ${hint}.`;
    }
    values.set(name, value);
  }
  return values;
}

function readValues(scenario: ScenarioSource, values: ReadonlyMap<string, string>): OpenedLink {
  const variant = read(values, "variant", (text) => (/^[1-9]$/.test(text) ? Number(text) - 1 : undefined));
  const seed = read(values, "seed", readSeed);
  const cursor = read(values, "at", parsePlace);
  const profile = read(values, "profile", (text): ProfileName | undefined => PROFILES.find((one) => one === text));
  const watchList = read(values, "watchlist", (text) => (text === "on" ? true : text === "off" ? false : undefined));
  const fifo = read(values, "fifo", (text) =>
    FIFO_KINDS.find((one) => one.replaceAll(" ", "-").toLowerCase() === text.toLowerCase()),
  );
  const queue = read(values, "queue", (text) => QUEUE_KINDS.find((one) => one === text));
  const view = read(values, "view", viewIdOf);
  for (const part of [variant, seed, cursor, profile, watchList, fifo, queue, view]) {
    if (part.wrong !== undefined)
      return broken("handWritten", part.wrong, scenario.type === "stock" ? scenario.id : undefined);
  }
  const parts: ProfileParts = {
    ...(watchList.value === undefined ? {} : { watchList: watchList.value }),
    ...(fifo.value === undefined ? {} : { fifo: fifo.value }),
    ...(queue.value === undefined ? {} : { queue: queue.value }),
  };
  return {
    type: "ok",
    value: {
      engine: undefined,
      spec: {
        scenario,
        ...(variant.value === undefined ? {} : { variant: variant.value }),
        ...(profile.value === undefined ? {} : { profile: profile.value }),
        ...(Object.keys(parts).length === 0 ? {} : { parts }),
        ...(seed.value === undefined ? {} : { seed: seed.value }),
        inputs: [],
      },
      cursor: cursor.value ?? { type: "start" },
      digest: undefined,
      view: view.value === undefined ? {} : { view: view.value },
    },
  };
}

type Read<T> = { readonly value: T | undefined; readonly wrong: string | undefined };

const EXPECTED: Readonly<Record<(typeof PARAMETERS)[number], string>> = {
  variant: "the number of a run that the scenario compares, from 1",
  seed: "a whole number from 0 to 4294967295",
  at: "a place such as e120 (event), s42 (step), c3 (chapter), 12.8s (time) or end",
  profile: PROFILES.join(", "),
  watchlist: "on or off",
  fifo: FIFO_KINDS.map((one) => one.replaceAll(" ", "-")).join(", "),
  queue: QUEUE_KINDS.join(", "),
  view: VIEW_IDS.join(", "),
};

function read<T>(
  values: ReadonlyMap<string, string>,
  name: (typeof PARAMETERS)[number],
  parse: (text: string) => T | undefined,
): Read<T> {
  const text = values.get(name);
  const value = text === undefined ? undefined : parse(text);
  if (text === undefined || value !== undefined) return { value, wrong: undefined };
  return { value, wrong: `${name}=${text.slice(0, 60)} is not understood; ${name} takes ${EXPECTED[name]}.` };
}

function readSeed(text: string): number | undefined {
  const seed = /^\d{1,10}$/.test(text) ? Number(text) : -1;
  return seed >= 0 && seed <= 4_294_967_295 ? seed : undefined;
}

/** Reads a place as hand-written links have it; the opposite of `placeText`. */
export function parsePlace(text: string): SharedCursor | undefined {
  const place = placeIn(text);
  return place !== undefined && isPlaceOfRuns(place) ? place : undefined;
}

function placeIn(text: string): SharedCursor | undefined {
  if (text === "end" || text === "start") return { type: text };
  const [, letter, digits] = /^([esc])(\d{1,15})$/.exec(text) ?? [];
  const number = Number(digits);
  if (letter === "e") return { type: "event", seq: number };
  if (letter === "s") return { type: "step", step: number };
  if (letter === "c") return number === 0 ? undefined : { type: "chapter", index: number - 1 };
  const [, seconds] = /^(\d{1,6}(?:\.\d{1,6})?)s$/.exec(text) ?? [];
  return seconds === undefined ? undefined : { type: "time", at: micros(Number(seconds) * 1_000_000) };
}
