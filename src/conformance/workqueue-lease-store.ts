import { defined } from "../base/assert.ts";
import { type Micros, micros } from "../base/time.ts";
import { earliest } from "../simulation/cluster/queue/earliest.ts";
import type { LeaseAnswer, LeaseRecord, LeaseRequest } from "../simulation/cluster/queue/lease-request.ts";
import type { LinkMode } from "./workqueue-vector.ts";

/** The connection that a request takes, as it is when the request is sent. */
type Link = { readonly id: string; readonly mode: LinkMode; readonly requestUs: number; readonly responseUs: number };

/** A request that has not ended for its candidate. */
type Transit = {
  readonly candidate: string;
  readonly request: LeaseRequest;
  readonly link: Link;
  /** When the store acts, or the answer arrives; undefined when neither will happen. */
  readonly at: Micros | undefined;
  readonly answer: LeaseAnswer | undefined;
  readonly isApplied: boolean;
};

type Stored = { readonly record: LeaseRecord; readonly version: number };

/** A lease as recordings write it. */
type StoredLease = {
  readonly rv: number;
  readonly holder: string;
  readonly leaseDurationSeconds: number;
  readonly acquireTimeUs: Micros;
  readonly renewTimeUs: Micros;
  readonly transitions: number;
};

/** A write that the store took, and whose it was. */
export type LeaseWritten = StoredLease & { readonly by: string; readonly verb: LeaseRequest["verb"] };

/** The lease store of the recordings: one lease, optimistic concurrency, latencies per connection. */
export interface LeaseStore {
  send(request: LeaseRequest, link: Link, now: Micros): void;
  /** The request has ended for its candidate: it is not carried any further. Tells whether a write was applied. */
  end(candidate: string, id: number): boolean;
  wakeAt(): Micros | undefined;
  /** Lets the store act on one request or deliver one answer. */
  wake(now: Micros): {
    readonly written: LeaseWritten | undefined;
    readonly answer: { readonly candidate: string; readonly id: number; readonly answer: LeaseAnswer } | undefined;
  };
  remove(): void;
  touch(): void;
  setHolder(holder: string, now: Micros): void;
  lease(): StoredLease | undefined;
}

/** An empty store. */
export function createLeaseStore(): LeaseStore {
  let versions = 0;
  let stored: Stored | undefined;
  let transits: readonly Transit[] = [];
  const replace = (transit: Transit, next: Transit) => {
    transits = transits.map((each) => (each === transit ? next : each));
  };
  const write = (record: LeaseRecord): Stored => {
    stored = { record, version: ++versions };
    return stored;
  };
  return {
    send: (request, { id, mode, requestUs, responseUs }, now) => {
      const link: Link = { id, mode, requestUs, responseUs };
      const refused: LeaseAnswer | undefined = mode === "refuse" ? { type: "failed", reason: "refused" } : undefined;
      const at = mode === "hang" ? undefined : micros(mode === "refuse" ? now : now + requestUs);
      transits = [...transits, { candidate: id, request, link, at, answer: refused, isApplied: false }];
    },
    end: (candidate, id) => {
      const transit = transits.find((each) => each.candidate === candidate && each.request.id === id);
      transits = transits.filter((each) => each !== transit);
      return transit?.isApplied ?? false;
    },
    wakeAt: () => earliest(transits.map(({ at }) => at)),
    wake: (now) => {
      const transit = defined(
        transits.find(({ at }) => at !== undefined && at <= now),
        "request that is due",
      );
      const { candidate, request, link, answer } = transit;
      if (answer !== undefined) {
        replace(transit, { ...transit, at: undefined });
        return { written: undefined, answer: { candidate, id: request.id, answer } };
      }
      if (link.mode === "readOnly" && request.verb !== "get") {
        replace(transit, { ...transit, at: undefined });
        return {
          written: undefined,
          answer: { candidate, id: request.id, answer: { type: "failed", reason: "forbidden" } },
        };
      }
      const acted = actOn(request, stored, write);
      const isApplied = request.verb !== "get" && acted.type === "ok";
      const arrivesAt = link.mode === "loseResponse" ? undefined : micros(now + link.responseUs);
      replace(transit, { ...transit, at: arrivesAt, answer: acted, isApplied });
      const written = isApplied ? { by: candidate, verb: request.verb, ...leaseOf(stored) } : undefined;
      return { written, answer: undefined };
    },
    remove: () => {
      if (stored !== undefined) versions++;
      stored = undefined;
    },
    touch: () => {
      if (stored !== undefined) write(stored.record);
    },
    setHolder: (holder, now) => {
      if (stored !== undefined) write({ ...stored.record, holder, renewTime: now });
    },
    lease: () => (stored === undefined ? undefined : leaseOf(stored)),
  };
}

function actOn(request: LeaseRequest, stored: Stored | undefined, write: (record: LeaseRecord) => Stored): LeaseAnswer {
  if (request.verb === "create") {
    return stored === undefined ? answerOf(write(request.record)) : { type: "failed", reason: "alreadyExists" };
  }
  if (stored === undefined) return { type: "failed", reason: "notFound" };
  if (request.verb === "get") return answerOf(stored);
  if (request.resourceVersion !== String(stored.version)) return { type: "failed", reason: "conflict" };
  return answerOf(write(request.record));
}

function answerOf({ record, version }: Stored): LeaseAnswer {
  return { type: "ok", record, resourceVersion: String(version) };
}

function leaseOf(stored: Stored | undefined): StoredLease {
  const { record, version } = defined(stored, "lease");
  const { holder, leaseDurationSeconds, acquireTime, renewTime, transitions } = record;
  return {
    rv: version,
    holder,
    leaseDurationSeconds,
    acquireTimeUs: acquireTime,
    renewTimeUs: renewTime,
    transitions,
  };
}
