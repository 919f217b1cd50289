import { seconds } from "../../base/time.ts";
import { referenceTo } from "../../projections/object-reference.ts";
import type { Action, Frame, ProcessFrame, SystemFrame } from "../../store/run-types.ts";
import type { PaletteContext, PaletteGroup, PaletteItem } from "./palette-item.ts";

type Words = PaletteContext["text"]["faults"];
type Offer = { readonly name: string; readonly action: Action };

/** What can be broken or changed now; each starts a fork when the cursor is in the past. */
export function faultItems({ store, text, frame }: PaletteContext): PaletteGroup {
  const offers = frame === undefined ? [] : offersOf(frame, text.faults);
  const items = offers.map(({ name, action }, index): PaletteItem => {
    const isEdit = action.type === "delete" || action.type === "patch";
    return {
      id: `do-${index}-${action.type}`,
      ...(isEdit ? { icon: "edit" } : { icon: "fault", tone: "fault" }),
      name,
      detail: "",
      end: "",
      words: [name, action.type],
      run: () => store.actions.intervene(action),
      compare: () => store.actions.interveneAndCompare(action),
    };
  });
  return { name: text.break, note: text.startsFork, items };
}

function offersOf(frame: Frame, text: Words): readonly Offer[] {
  return [
    ...frame.processes.flatMap((process) => watchOffers(process, text)),
    ...linkOffers(frame, text),
    ...requestOffers(text),
    ...frame.servers.map(({ id }) => ({
      name: text.restartServer(id),
      action: { type: "restartServer", server: id, downFor: seconds(2) } as const,
    })),
    { name: text.compact, action: { type: "compact" } },
    ...frame.processes.flatMap((process) => processOffers(process, text)),
    ...frame.systems.flatMap((system) => systemOffers(system, text)),
    ...objectOffers(frame, text),
  ];
}

function watchOffers({ name: client, informers }: ProcessFrame, text: Words): readonly Offer[] {
  return informers.flatMap(({ kind }): readonly Offer[] => [
    { name: text.endWatch(client, kind, "410"), action: { type: "endWatch", client, kind, mode: 410 } },
    { name: text.endWatch(client, kind, "EOF"), action: { type: "endWatch", client, kind, mode: "eof" } },
    { name: text.holdEvents(client, kind), action: { type: "holdEvents", client, kind, duration: seconds(2) } },
    { name: text.silence(client, kind), action: { type: "silenceWatch", client, kind } },
  ]);
}

function linkOffers({ links, processes, servers }: Frame, text: Words): readonly Offer[] {
  return processes.flatMap(({ name: process }) =>
    servers.map(({ id: server }): Offer => {
      const isCut = links.some((one) => one.process === process && one.server === server && one.state === "cut");
      return isCut
        ? { name: text.mendLink(process, server), action: { type: "mendLink", process, server } }
        : { name: text.cutLink(process, server), action: { type: "cutLink", process, server } };
    }),
  );
}

function requestOffers(text: Words): readonly Offer[] {
  const once = { type: "times", count: 1 } as const;
  const cases = [
    ["list", 410],
    ["list", 500],
    ["watch", 410],
    ["update", 409],
    ["create", 500],
    ["create", 429],
  ] as const;
  return cases.map(([verb, mode]) => ({
    name: text.answer(verb.toUpperCase(), String(mode)),
    action: { type: "answer", match: { verb }, mode, extent: once },
  }));
}

function processOffers({ name: process }: ProcessFrame, text: Words): readonly Offer[] {
  return [
    { name: text.crash(process), action: { type: "crash", process, restartAfter: seconds(1) } },
    { name: text.pause(process), action: { type: "pause", process, duration: seconds(5) } },
    { name: text.stop(process), action: { type: "stop", process } },
  ];
}

function systemOffers({ name, state, tells }: SystemFrame, text: Words): readonly Offer[] {
  const told = tells.flatMap(({ event, about }) =>
    about.map(
      (what): Offer => ({
        name: text.tell(name, `${event} ${what}`.trim()),
        action: { type: "tell", system: name, event, about: what },
      }),
    ),
  );
  const crash = { type: "crash", process: name, restartAfter: seconds(1) } as const;
  return state === "crashed" ? told : [...told, { name: text.crash(name), action: crash }];
}

function objectOffers({ truth }: Frame, text: Words): readonly Offer[] {
  return truth.flatMap(({ kind, objects }) =>
    objects.flatMap(({ key, object }): readonly Offer[] => {
      const target = referenceTo(kind, key);
      const { name } = target;
      const replicas = object.spec?.replicas;
      const scaled = typeof replicas === "number" ? [replicas + 1, Math.max(0, replicas - 1)] : [];
      return [
        ...scaled.map(
          (count): Offer => ({
            name: text.scale(name, count),
            action: { type: "patch", target, merge: { spec: { replicas: count } } },
          }),
        ),
        { name: text.deleteObject(kind, name), action: { type: "delete", target } },
      ];
    }),
  );
}
