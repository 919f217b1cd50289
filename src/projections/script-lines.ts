import { nameOf } from "./node-lines.ts";

/** One entry of a part: what it is called, and what it has, in order. */
type Entry = { readonly head: string; readonly items: readonly string[] };

/** What is read of one run at a row. */
type Place = {
  /** Whether the row's event is in this run. */
  readonly isHere: boolean;
  readonly holds: readonly Entry[];
  readonly more: number;
  readonly gave: readonly Entry[];
  readonly ignored: readonly Entry[];
};

/** An entry beside those of the other runs. One that is unlike stands at another place, or is not in all of them; else some of its items may be. */
export type MarkedEntry = {
  readonly head: string;
  readonly isUnlike: boolean;
  readonly items: readonly { readonly text: string; readonly isUnlike: boolean }[];
};

/** One run at a row, held against the others. */
export type ScriptCell = {
  readonly isHere: boolean;
  readonly holds: readonly MarkedEntry[];
  readonly more: number;
  readonly gave: readonly MarkedEntry[];
  readonly ignored: readonly MarkedEntry[];
};

/** A row: whether all runs are the same there, whether there is nothing to tell of any, and each of them. */
export type ScriptLine = {
  readonly isSame: boolean;
  readonly isNothing: boolean;
  readonly cells: readonly ScriptCell[];
};

/** Rows of runs along their script, with what is not the same in all of them marked. */
export function scriptLines(rows: readonly { readonly places: readonly Place[] }[]): readonly ScriptLine[] {
  return rows.map(({ places }) => {
    const marked = (pick: (place: Place) => readonly Entry[]) => markEntries(places.map(pick));
    const [holds, gave, ignored] = [
      marked((each) => each.holds),
      marked((each) => each.gave),
      marked((each) => each.ignored),
    ];
    const cells = places.map(({ isHere, more }, index) => ({
      isHere,
      more,
      holds: holds[index] ?? [],
      gave: gave[index] ?? [],
      ignored: ignored[index] ?? [],
    }));
    const texts = places.map(({ isHere, more, holds, gave, ignored }) =>
      JSON.stringify([isHere, more, holds, gave, ignored]),
    );
    const isNothing = places.every(
      ({ isHere, more, holds, gave, ignored }) => isHere && more + holds.length + gave.length + ignored.length === 0,
    );
    return { isSame: texts.every((text) => text === texts[0]), isNothing, cells };
  });
}

/** The row that the cursor has come to: the last whose event in the run on the screen is not ahead; −1 before the first. */
export function lineAt(rows: readonly { readonly own: number | undefined }[], seq: number): number {
  return rows.findLastIndex(({ own }) => own !== undefined && own <= seq);
}

/**
 * An event that a part took in, as the code names it: `MODIFIED alpha@593`, `LIST @592`, `addRateLimited web`. Undefined where only a
 * sentence can say it.
 */
export function takenName(fact: { readonly type: string } & Readonly<Record<string, unknown>>): string | undefined {
  const [key, rv] = [String(fact["key"] ?? ""), String(fact["rv"] ?? "")];
  switch (fact.type) {
    case "list.response":
      return `LIST @${rv}`;
    case "watch.event":
      return `${fact["event"]} ${nameOf(key)}@${rv}`;
    case "resync.tick":
      return "Resync";
    case "queue.add":
    case "queue.addAfter":
    case "queue.addRateLimited":
      return `${fact.type.slice("queue.".length)} ${nameOf(key)}`;
    default:
      return undefined;
  }
}

function markEntries(lists: readonly (readonly Entry[])[]): readonly (readonly MarkedEntry[])[] {
  const named = lists.map((list) => numbered(list.map(({ head }) => head)));
  const common = (name: string) => named.every((names) => names.includes(name));
  const orders = named.map((names) => names.filter(common));
  const isInPlace = (name: string) => {
    const place = orders[0]?.indexOf(name);
    return common(name) && orders.every((order) => order.indexOf(name) === place);
  };
  return lists.map((list, side) =>
    list.map(({ head, items }, index) => {
      const name = named[side]?.[index] ?? "";
      const isUnlike = !isInPlace(name);
      const likes = lists.map((each, other) => numbered(each[named[other]?.indexOf(name) ?? -1]?.items ?? []));
      const texts = numbered(items);
      return {
        head,
        isUnlike,
        items: items.map((text, at) => ({
          text,
          isUnlike: isUnlike || !likes.every((like) => like.includes(texts[at] ?? "")),
        })),
      };
    }),
  );
}

/** Names that come more than once are told apart by how often they came before. */
function numbered(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${count} ${name}`;
  });
}
