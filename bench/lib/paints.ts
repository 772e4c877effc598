import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";

/** In the page: how long after an event of the reader's a change of what is shown was handed over to the screen. */

/**
 * Begins to watch. `events`: what the reader does, such as `keydown`. `shown`: a regular expression of the text in `main` whose
 * match changes when what was asked for is there; without one every change of the page counts.
 */
export async function watchPaints(page: Page, events: readonly string[], shown: string | null): Promise<void> {
  await page.evaluate(
    ([names, pattern]) => {
      const state = { paints: [] as number[], begun: 0 };
      Object.assign(window, { seen: state });
      for (const name of names ?? [])
        window.addEventListener(name, (event) => (state.begun = event.timeStamp), { capture: true });
      const main = document.querySelector("main") ?? document.body;
      let last = "";
      new MutationObserver(() => {
        const now =
          pattern === null ? String(performance.now()) : (new RegExp(pattern).exec(main.textContent ?? "")?.[0] ?? "");
        if (now === last || now === "") return;
        last = now;
        requestAnimationFrame(() => {
          // The first task after a frame's callbacks runs when that frame has been handed over.
          const after = new MessageChannel();
          after.port1.onmessage = () => state.paints.push(performance.now() - state.begun);
          after.port2.postMessage(null);
        });
      }).observe(main, { subtree: true, childList: true, characterData: true, attributes: true });
    },
    [events, shown] as const,
  );
}

export const paints = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => (window as unknown as { seen: { paints: number[] } }).seen.paints); // set by watchPaints

/** Waits until so many changes were painted, ms 10,000 at most. */
export async function painted(page: Page, count: number, what: string): Promise<void> {
  const begun = performance.now();
  while ((await paints(page)).length < count) {
    if (performance.now() - begun > 10_000) throw new Error(`Not painted: ${what}`);
    await pause(10);
  }
}
