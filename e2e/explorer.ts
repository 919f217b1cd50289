import { test as base, expect, type Locator, type Page } from "@playwright/test";

/**
 * The page as somebody uses it who sees or hears it: everything is found by role and name, and each move waits for what
 * it leads to, never for a clock.
 */
export class Explorer {
  readonly page: Page;
  /** What happened just now: the largest text. */
  readonly sentence: Locator;
  /** `e416 / 1687`: the event at the cursor, and how many are known. */
  readonly position: Locator;
  readonly clock: Locator;
  readonly story: Locator;
  readonly inspector: Locator;
  readonly timeline: Locator;
  readonly transport: Locator;
  readonly dialog: Locator;
  readonly menu: Locator;
  readonly problems: Locator;

  constructor(page: Page) {
    this.page = page;
    this.sentence = page.getByRole("main").getByRole("heading", { level: 2 }).first();
    this.position = page.getByTitle(/^event \d+ of \d+\+?$/);
    this.clock = page.getByRole("timer", { name: "Virtual time" });
    this.story = page.getByRole("complementary", { name: "Story" });
    this.inspector = page.getByRole("complementary", { name: "Inspector" });
    this.timeline = page.getByRole("group", { name: "Timeline" });
    this.transport = page.getByRole("region", { name: "Transport" });
    this.dialog = page.getByRole("dialog").filter({ visible: true });
    this.menu = page.getByRole("menu", { name: "What can go wrong" });
    this.problems = page.getByRole("alert");
  }

  /**
   * Opens what stands behind the address's `#`; without it, what the page opens by itself. Waits until a run is there.
   * Always in a new document: a changed `#` alone would keep the page, and the run before would pass for the one asked for.
   */
  async open(hash = ""): Promise<void> {
    await this.page.goto("about:blank");
    await this.page.goto(`./${hash}`);
    await this.isReady();
  }

  async isReady(): Promise<void> {
    await expect(this.position).toHaveText(/\/ [1-9]/);
    await expect(this.sentence).not.toHaveText("Nothing has happened yet");
    await expect(this.page.getByRole("status").filter({ hasText: /Opening|Replaying/ })).toBeHidden();
  }

  /** A node of the pipeline by the first word of its name. */
  node(name: string): Locator {
    return this.page.getByRole("group", { name: new RegExp(`^${name}\\b`) });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  /** The number of the event at the cursor. */
  async event(): Promise<number> {
    return Number(/^e(\d+)/.exec(await textOf(this.position))?.[1] ?? Number.NaN);
  }

  /** The number of the newest known event. */
  async events(): Promise<number> {
    return Number(/\/ (\d+)/.exec(await textOf(this.position))?.[1] ?? Number.NaN);
  }

  async isAt(event: number): Promise<void> {
    await expect(this.position).toHaveText(new RegExp(`^e${event} /`));
  }

  /** Presses a key that moves the cursor, and gives the event that it has come to. */
  async move(key: string): Promise<number> {
    const before = await textOf(this.position);
    await this.page.keyboard.press(key);
    await expect(this.position).not.toHaveText(before);
    return this.event();
  }

  /** What the pipeline's nodes read, each on its own; without the old values that a change shows beside the new one. */
  async readings(): Promise<readonly string[]> {
    const texts = await this.page.getByRole("main").locator("[data-node]").allInnerTexts();
    return texts.map((text) => text.replace(/\S+→(?=\S)/g, "").replace(/\s+/g, " "));
  }

  /** Does what the palette offers under these words. */
  async command(words: string, item: string | RegExp = words): Promise<void> {
    await this.page.keyboard.press("Control+k");
    await this.page.getByRole("combobox").fill(words);
    await this.page.getByRole("option", { name: item }).first().click();
  }

  /** Opens a scenario's chapter, counted from one. */
  async openChapter(scenario: string, chapter: number): Promise<void> {
    await this.open(`#/s/${scenario}?at=c${chapter}`);
  }
}

/** What an element says. */
export async function textOf(locator: Locator): Promise<string> {
  return (await locator.textContent()) ?? "";
}

type Fixtures = { readonly explorer: Explorer };

/** Each story gets its page; a story during which the page complains has failed. */
export const test = base.extend<Fixtures>({
  explorer: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    await use(new Explorer(page));
    expect(complaints).toEqual([]);
  },
});

export { expect };
