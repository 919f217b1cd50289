import { expect, test } from "vitest";
import { micros, seconds } from "../../../base/time.ts";
import {
  closedListener,
  createListener,
  decideResync,
  type HandlerOptions,
  initialReturned,
  isAddressed,
  offered,
  servedPeriod,
  takeNotification,
  tickedListener,
  upstreamHasSynced,
} from "./listeners.ts";
import { queueLength } from "./persistent-queue.ts";
import type { Notification } from "./process.ts";
import { pod } from "./test-object.ts";

const NEVER = micros(0);

function listener(options: Partial<HandlerOptions> = {}, period = NEVER) {
  return createListener({ id: "h", ...options }, { requested: period, period, checkPeriod: period }, NEVER);
}

function method(notification: Notification): string | undefined {
  const taken = takeNotification(offered(listener({ filter: { label: "app", value: "web" } }), notification));
  const call = taken?.call;
  return call === undefined ? undefined : `${call.method} ${call.object.metadata.resourceVersion}`;
}

const web = { app: "web" };
const unchanged: Notification = { type: "update", old: pod("a@5"), object: pod("a@5") };

test("a handler asks for at least one second; zero means never", () => {
  expect(decideResync(micros(100), seconds(60), false)).toMatchObject({ requested: seconds(1), period: seconds(1) });
  expect(decideResync(NEVER, seconds(60), false)).toMatchObject({ period: 0, checkPeriod: seconds(60) });
});

test("a quicker handler lowers the check period before the start and is raised to it afterwards", () => {
  expect(decideResync(seconds(20), seconds(60), false)).toMatchObject({
    period: seconds(20),
    checkPeriod: seconds(20),
  });
  expect(decideResync(seconds(20), seconds(60), true)).toMatchObject({ period: seconds(60), checkPeriod: seconds(60) });
});

test("an informer without a resync period never resyncs, whatever its handlers ask", () => {
  expect(decideResync(seconds(30), NEVER, false)).toMatchObject({ period: 0, checkPeriod: 0 });
  expect(servedPeriod(seconds(30), NEVER)).toBe(0);
});

test("a tick makes a handler syncing if its own period has passed, else not", () => {
  const slow = listener({}, seconds(15));
  const early = tickedListener(slow, seconds(13));
  const due = tickedListener(early, seconds(23));
  expect([slow.syncing, early.syncing, due.syncing, due.nextResync]).toEqual([true, false, true, seconds(38)]);
});

test("an unchanged object goes only to handlers whose syncing flag is set", () => {
  expect(isAddressed(listener(), unchanged)).toBe(true);
  expect(isAddressed({ ...listener(), syncing: false }, unchanged)).toBe(false);
  expect(isAddressed({ ...listener(), syncing: false }, { ...unchanged, old: pod("a@4") })).toBe(true);
});

test("a registration is synced when the informer is and its last initial add returned, in either order", () => {
  const initial: Notification = { type: "add", object: pod("a@5"), initial: true };
  const waiting = offered(listener(), initial);
  expect(upstreamHasSynced(waiting).synced).toBe(false);
  expect(initialReturned(upstreamHasSynced(waiting)).synced).toBe(true);
  expect(upstreamHasSynced(initialReturned(waiting)).synced).toBe(true);
});

test("a closed listener drops what is pending and takes nothing more", () => {
  const { listener: closed, dropped } = closedListener(offered(offered(listener(), unchanged), unchanged));
  expect([dropped, queueLength(closed.pending), isAddressed(closed, unchanged)]).toEqual([2, 0, false]);
});

test("a filter turns updates that cross it into adds and deletes", () => {
  const update = (old: boolean, now: boolean): Notification => ({
    type: "update",
    old: pod("a@5", old ? web : {}),
    object: pod("a@6", now ? web : {}),
  });
  expect(method(update(true, true))).toBe("OnUpdate 6");
  expect(method(update(false, true))).toBe("OnAdd 6");
  expect(method(update(true, false))).toBe("OnDelete 5");
  expect(method(update(false, false))).toBeUndefined();
  expect(method({ type: "delete", object: pod("a@5", web), tombstone: true })).toBe("OnDelete 5");
});

test("a notification that the filter swallows still counts", () => {
  const taken = takeNotification(offered(listener({ filter: { label: "app", value: "web" } }), unchanged));
  expect(taken?.listener.taken).toBe(1);
});
