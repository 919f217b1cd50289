import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { browserArguments, provideBrowser } from "../tools/browser.mjs";
import { startStaticServer } from "../tools/static-server.mjs";
import { busyLink } from "./busy-scenario.ts";
import { percentile, rounded } from "./clock.ts";
import { measureFirstLoad } from "./first-load.ts";

/** What the page costs in Chromium: its first load, a step until it is painted, frames while playing, drawings of the timeline. */
export async function measureInBrowser(folders: { readonly page: string; readonly timeline: string }, quick: boolean) {
  const browser = await chromium.launch({ executablePath: provideBrowser(), args: browserArguments });
  const server = await startStaticServer({ root: folders.page });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: "en-US" });
    await page.goto(server.url);
    const firstLoad = await measureFirstLoad(page, folders.page);
    await page.waitForTimeout(2_000);
    const { steps, mainThread } = await measureSteps(page, quick ? 10 : 60);
    const played = quick ? 1_000 : 3_500;
    const play = await measurePlay(browser, { address: server.url + busyLink(), speed: FAST }, played);
    const systems = {
      nodes: await measureSystemsPage(browser, { address: server.url + NODES, speed: 10 }, played),
      clusters: await measureSystemsPage(browser, { address: server.url + CLUSTERS, speed: 1 }, played),
    };
    const timeline = await timelineTimes(browser, folders.timeline, quick ? [10_000] : [10_000, 100_000, 1_000_000]);
    return {
      firstLoad,
      stepToPaintMs: spread(steps),
      stepMainThreadMs: rounded(mainThread, 1),
      play,
      systems,
      timelineDrawMs: timeline,
    };
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Times of some steps, and the milliseconds of processor that the page's main thread had for each, all its frames included. */
async function measureSteps(page: Page, count: number) {
  const busy = await mainThreadClock(page);
  const start = await busy();
  const steps = await stepTimes(page, count);
  return { steps, mainThread: ((await busy()) - start) / count };
}

/** Reads the milliseconds of processor that a page's main thread has had so far: what other programs do disturbs it little. */
async function mainThreadClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1_000;
  };
}

/** Milliseconds from a key to the frame after the readout has changed. */
function stepTimes(page: Page, count: number): Promise<readonly number[]> {
  return page.evaluate(async (steps) => {
    const readout = document.querySelector("[role=timer]")?.parentElement;
    if (readout === undefined || readout === null) return [];
    const times: number[] = [];
    for (let step = 0; step < steps; step++) {
      const start = performance.now();
      await new Promise<void>((painted) => {
        const seen = new MutationObserver(() => {
          seen.disconnect();
          // A message posted in a frame's callback is handled after that frame was painted.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => painted();
            port2.postMessage(undefined);
          });
        });
        seen.observe(readout, { subtree: true, childList: true, characterData: true });
        const key = step % 4 === 3 ? "ArrowLeft" : "ArrowRight";
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        setTimeout(painted, 5_000);
      });
      times.push(performance.now() - start);
    }
    return times;
  }, count);
}

/** Virtual seconds in one real second at which the busy run makes more than 10,000 events a second. */
const FAST = 20;

/** Moments of which the heat grid shows much: 2,000 edge nodes, and 37 clusters over 16 shards. */
const NODES = "#/s/phase-hides-bits?at=c2&view=systems";
const CLUSTERS = "#/s/tenants-over-shards?at=c2&view=systems";

/** What is played: its address, and virtual seconds in one real second. */
type Played = { readonly address: string; readonly speed: number };

/** A step until it is painted, and frames while playing, with the grids of many nodes in sight. */
async function measureSystemsPage(browser: Browser, { address, speed }: Played, duration: number) {
  const page = await openedPage(browser, { address, speed });
  const { steps, mainThread } = await measureSteps(page, 20);
  // A view that has failed costs nothing.
  if ((await page.locator("[role=slider]").count()) < 2) throw new Error(`${address} shows no grid any more`);
  await page.close();
  const play = await measurePlay(browser, { address, speed }, duration);
  return { stepToPaintMs: spread(steps), stepMainThreadMs: rounded(mainThread, 1), play };
}

/** Frames while a run is played: their spacing, the main thread's processor time for each, and events a second. */
async function measurePlay(browser: Browser, played: Played, duration: number) {
  const page = await openedPage(browser, played);
  const busy = await mainThreadClock(page);
  await page.keyboard.press("Space");
  await page.waitForTimeout(500);
  const [start, first] = [await busy(), await page.evaluate(eventOnScreen)];
  const frames = await frameTimes(page, duration);
  const [end, last] = [await busy(), await page.evaluate(eventOnScreen)];
  await page.close();
  return {
    eventsPerSecond: rounded(((last - first) / frames.reduce((sum, each) => sum + each, 0)) * 1_000),
    frameMs: spread(frames),
    frameMainThreadMs: rounded((end - start) / frames.length, 1),
  };
}

async function openedPage(browser: Browser, { address, speed }: Played): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: "en-US" });
  await page.addInitScript(`localStorage.setItem("loopscope.view", '${JSON.stringify({ speed })}')`);
  await page.goto(address);
  await page.waitForFunction(eventOnScreen, undefined, { timeout: 120_000 });
  await page.waitForTimeout(2_000);
  return page;
}

/** Runs in the page: the number of the event at the cursor, from the readout beside the clock; 0 when there is none yet. */
function eventOnScreen(): number {
  const text = document.querySelector("[role=timer]")?.nextElementSibling?.textContent ?? "";
  return Number(/^e(\d+)/.exec(text)?.[1] ?? 0);
}

function frameTimes(page: Page, duration: number): Promise<readonly number[]> {
  return page.evaluate(
    (limit) =>
      new Promise<number[]>((done) => {
        const times: number[] = [];
        const begin = performance.now();
        let last = begin;
        const frame = (now: number) => {
          times.push(now - last);
          last = now;
          if (now - begin < limit) requestAnimationFrame(frame);
          else done(times.slice(1));
        };
        requestAnimationFrame(frame);
      }),
    duration,
  );
}

async function timelineTimes(browser: Browser, folder: string, sizes: readonly number[]) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 500 } });
  const files = readdirSync(folder);
  const sheet = files.find((name) => name.endsWith(".css"));
  if (sheet !== undefined) await page.addStyleTag({ path: join(folder, sheet) });
  await page.addScriptTag({ path: join(folder, "timeline-page.js"), type: "module" });
  await page.waitForFunction("'drawTimes' in globalThis");
  const drawn: Record<string, ReturnType<typeof spread>> = {};
  for (const size of sizes) {
    const times = await page.evaluate(`drawTimes(${size}, 80)`);
    if (Array.isArray(times)) drawn[String(size)] = spread(times.slice(10).map(Number));
  }
  return drawn;
}

function spread(times: readonly number[]) {
  return { p50: rounded(percentile(times, 0.5), 1), p95: rounded(percentile(times, 0.95), 1), count: times.length };
}
