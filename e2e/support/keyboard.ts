import { expect, type Page } from "@playwright/test";
import { type Focus, focusNow } from "./annotation.ts";

/** More Tab stops than any page has. A walk with this many stops is in a focus trap. */
const MOST_STOPS = 1000;
/** Presses between two looks at where they led: a look at each takes as long as the press. */
const AT_ONCE = 10;

/**
 * Tabs from the start of the page to its end and returns the names of the elements that got the focus. Each must show a ring.
 * Where Tab goes in a circle, as between the options of a question, Escape leads out (design/keys.md#labeling).
 */
export async function walkByTab(page: Page): Promise<readonly string[]> {
  const names: string[] = [];
  await page.evaluate(`{
    const focusNow = ${focusNow};
    window.tabbedTo = [];
    addEventListener("keyup", ({ key }) => { if (key === "Tab") tabbedTo.push(focusNow()); }, true);
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
  }`);
  for (let presses = AT_ONCE, pressed = 0; pressed < MOST_STOPS; pressed += presses) {
    for (let press = 0; press < presses; press++) await page.keyboard.press("Tab");
    const stops: readonly (Focus | null)[] = await page.evaluate("tabbedTo.splice(0)");
    expect(stops).toHaveLength(presses);
    for (const stop of stops) {
      // The end of the page, from where Tab begins again.
      if (stop === null) return names;
      expect(stop.ring).toBe("a ring");
      if (!stop.isAgain) names.push(stop.name);
    }
    const isInCircle = stops.at(-1)?.isAgain ?? false;
    if (isInCircle) await page.keyboard.press("Escape");
    // Not every part of a circle is left by Escape: each is tried.
    presses = isInCircle ? 1 : AT_ONCE;
  }
  throw new Error(`Tab does not come to the end of the page: ${names.slice(-5).join(", ")}`);
}
