import { expect, type Page } from "@playwright/test";
import { focusOn } from "./annotation.ts";

/** More Tab stops than any page has. A walk with this many stops is in a focus trap. */
const MOST_STOPS = 1000;

/**
 * Tabs from the start of the page to its end and returns the names of the elements that got the focus. Each must show a ring.
 * Where Tab goes in a circle, as between the options of a question, Escape leads out (design/keys.md#labeling).
 */
export async function walkByTab(page: Page): Promise<readonly string[]> {
  const names: string[] = [];
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
  });
  for (let press = 0; press < MOST_STOPS; press++) {
    await page.keyboard.press("Tab");
    const focus = await focusOn(page);
    if (focus === null) return names;
    expect(focus.ring).toBe("a ring");
    if (focus.isAgain) await page.keyboard.press("Escape");
    else names.push(focus.name);
  }
  throw new Error(`Tab does not come to the end of the page: ${names.slice(-5).join(", ")}`);
}
