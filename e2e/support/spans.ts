import { expect, type Locator, type Page } from "@playwright/test";

/** The label names under the words, in document order. */
export const names = (page: Page): Promise<(string | undefined)[]> =>
  page.locator(".postil-gloss-name").evaluateAll((all) => all.map((name) => (name as HTMLElement).dataset.name));

/** The label name of the span with these words: a button in the text. */
export const gloss = (page: Page, words: string): Locator =>
  page.getByRole("button", { name: new RegExp(`^“${words}”, .*: change or remove$`) });

/** The layout of a span: its number of boxes, and the distance from the start of its words to the start of its name, px. */
export const standing = (text: Locator, words: string): Promise<{ boxes: number; nameOff: number }> =>
  text
    .locator(".postil-span")
    .filter({ hasText: new RegExp(`^${words}$`) })
    .evaluate((span) => {
      const edges = (part: Element | null) => part?.getBoundingClientRect() ?? new DOMRect();
      const [letters, name] = [edges(span.querySelector("[data-at]")), edges(span.querySelector(".postil-gloss"))];
      const fromRight = /^[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(span.textContent ?? "");
      const nameOff = fromRight ? name.right - letters.right : name.left - letters.left;
      return { boxes: span.getClientRects().length, nameOff: Math.round(Math.abs(nameOff)) };
    });

/** A point in the window within a word, in reading direction: 0 is the start of the word, 1 is its end. */
export async function pointIn(text: Locator, word: string, part: number): Promise<readonly [number, number]> {
  const point = await text.evaluate(
    (root, [wanted, share]) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const at = (node.textContent ?? "").indexOf(wanted);
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + wanted.length);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        const along = getComputedStyle(root).direction === "rtl" ? 1 - share : share;
        return [left + (right - left) * along, (top + bottom) / 2] as const;
      }
      return null;
    },
    [word, part] as const,
  );
  expect(point, `the text shows ${word}`).not.toBeNull();
  return point ?? [0, 0];
}

export type End = readonly [word: string, part: number];

type Drawn = { readonly exact?: boolean; readonly into?: Locator };

/** Drags from one word to another, possibly in another text. It holds Shift at the release if `exact` is true. */
export async function draw(page: Page, text: Locator, from: End, to: End, how: Drawn = {}): Promise<void> {
  const { exact = false, into = text } = how;
  const [x, y] = await pointIn(text, ...from);
  const [endX, endY] = await pointIn(into, ...to);
  await page.mouse.move(x, y);
  await page.mouse.down();
  // Starts with a small move, as a hand does. Only then does the page know that this is a drag, also into another text.
  await page.mouse.move(x + (endX < x ? -8 : 8), y, { steps: 2 });
  await text.evaluate(() => new Promise(requestAnimationFrame));
  await page.mouse.move((x + endX) / 2, (y + endY) / 2, { steps: 4 });
  await page.mouse.move(endX, endY, { steps: 4 });
  if (exact) await page.keyboard.down("Shift");
  await page.mouse.up();
  if (exact) await page.keyboard.up("Shift");
}

export async function clickOn(page: Page, text: Locator, end: End, how: "click" | "dblclick" | "shift"): Promise<void> {
  const [x, y] = await pointIn(text, ...end);
  if (how === "shift") await page.keyboard.down("Shift");
  await page.mouse[how === "dblclick" ? "dblclick" : "click"](x, y);
  if (how === "shift") await page.keyboard.up("Shift");
}
