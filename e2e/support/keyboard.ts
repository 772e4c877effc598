import { expect, type Page } from "@playwright/test";
import { focusOn } from "./annotation.ts";

/** More stops than any page has: whoever comes so far is in a trap. */
const MOST_STOPS = 1000;

/**
 * Tab from one end of the page to the other: the names of what had the focus, each with its ring. Where Tab goes round, as
 * between the options of a question, Escape leads out (design/keys.md#labeling).
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
