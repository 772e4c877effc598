import { expect, type Locator, type Page } from "@playwright/test";

/** The names under the words, in the order of the document. */
export const names = (page: Page): Promise<(string | undefined)[]> =>
  page.locator(".postil-gloss-name").evaluateAll((all) => all.map((name) => (name as HTMLElement).dataset.name));

/** A span's name in the text. */
export const gloss = (page: Page, words: string): Locator =>
  page.getByRole("button", { name: new RegExp(`^“${words}”, .*: change or remove$`) });

/** How a span stands in its line: in how many boxes, and how far from where its words begin its name does, px. */
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

/** A point of the window within a word: 0 its beginning, 1 its end, as it is read. */
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

/** Presses in a word, draws to another, which may be of another text, and lets go, with Shift where `exact`. */
export async function draw(page: Page, text: Locator, from: End, to: End, how: Drawn = {}): Promise<void> {
  const { exact = false, into = text } = how;
  const [x, y] = await pointIn(text, ...from);
  const [endX, endY] = await pointIn(into, ...to);
  await page.mouse.move(x, y);
  await page.mouse.down();
  // As a hand begins: only then is it known that something is drawn, also to another text.
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
