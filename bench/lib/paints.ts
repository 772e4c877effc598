import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";

/** Measures in the page: the time from a user event until the browser hands the changed frame over to the screen. */

/**
 * Begins to watch. `events`: the user events, such as `keydown`. `shown`: a regular expression for the text in `main`. Its
 * match changes when the result is there. Null means that no text changes, only the painting. Then the frame after each event
 * counts.
 */
export async function watchPaints(page: Page, events: readonly string[], shown: string | null): Promise<void> {
  await page.evaluate(
    ([names, pattern]) => {
      const state = { paints: [] as number[], begun: 0 };
      Object.assign(window, { seen: state });
      const nextFrame = (begun: number) =>
        requestAnimationFrame(() => {
          // The first task after a frame's callbacks runs after the browser has handed over the frame.
          const after = new MessageChannel();
          after.port1.onmessage = () => state.paints.push(performance.now() - begun);
          after.port2.postMessage(null);
        });
      const note = ({ timeStamp }: Event) => {
        state.begun = timeStamp;
        if (pattern === null) nextFrame(timeStamp);
      };
      for (const name of names) window.addEventListener(name, note, { capture: true });
      if (pattern === null) return;
      const main = document.querySelector("main") ?? document.body;
      const now = () => new RegExp(pattern).exec(main.textContent ?? "")?.[0] ?? "";
      let last = now();
      new MutationObserver(() => {
        const text = now();
        if (text === last || text === "") return;
        last = text;
        nextFrame(state.begun);
      }).observe(main, { subtree: true, childList: true, characterData: true });
    },
    [events, shown] as const,
  );
}

export const paints = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => (window as unknown as { seen: { paints: number[] } }).seen.paints); // set by watchPaints

/** Waits until `count` changes are painted, at most 10,000 ms. */
export async function painted(page: Page, count: number, what: string): Promise<void> {
  const begun = performance.now();
  while ((await paints(page)).length < count) {
    if (performance.now() - begun > 10_000) throw new Error(`Not painted: ${what}`);
    await pause(10);
  }
}
