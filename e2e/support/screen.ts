import { expect, type Page } from "@playwright/test";

/** Helpers for the look of a page: its themes, and if it fits the width of the window. */

export const THEMES = ["light", "dark", "contrast", "contrast-dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Sets the theme through the system preference. A theme set in the page is lost when a preference changes or arrives. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({
    colorScheme: theme.endsWith("dark") ? "dark" : "light",
    contrast: theme.startsWith("contrast") ? "more" : "no-preference",
  });
  await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
}

export async function expectNoSidewaysScroll(page: Page, where = ""): Promise<void> {
  const beside = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(beside, where).toBe(0);
}

/**
 * Expects that no part of the page lies outside the window's left or right edge, that no text is cut without an ellipsis, and
 * that nothing scrolls sideways.
 */
export async function expectWhole(page: Page, where: string): Promise<void> {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  expect(await page.evaluate(cutParts), where).toEqual([]);
}

function cutParts(): string[] {
  const width = document.documentElement.clientWidth;
  const cut: string[] = [];
  const say = (what: string, { tagName, textContent, className }: Element) =>
    cut.push(`${what}: ${tagName} ${textContent?.slice(0, 40)} (${className})`);
  if (document.documentElement.scrollWidth > width) cut.push("the page is wider than the window");
  for (const part of document.querySelectorAll<HTMLElement>("body *")) {
    const { right, left, width: own, height } = part.getBoundingClientRect();
    const { overflowX, textOverflow } = getComputedStyle(part);
    // Skips elements without a size and elements for screen readers only.
    const unseen = part.closest(".sr-only, [class*=':sr-only']");
    if (own <= 1 || height <= 1 || (unseen !== null && unseen.getBoundingClientRect().width <= 1)) continue;
    if (!part.checkVisibility({ visibilityProperty: true })) continue;
    const isWider = part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0;
    if (isWider && /auto|scroll/.test(overflowX)) say("scrolls sideways", part);
    if (isWider && /hidden|clip/.test(overflowX) && textOverflow !== "ellipsis" && !part.matches("input"))
      say("is cut", part);
    if (right > width + 1 || left < -1) say("lies beside the window", part);
  }
  return cut;
}

/** Opens an address and waits for the preferences. After them, the page only sends requests when its user acts. */
export async function openAtRest(page: Page, address: string): Promise<void> {
  const atRest = page.waitForResponse((reply) => reply.url().endsWith("/me/preferences"));
  await page.goto(address);
  await atRest;
}

/** `datasets.task.FeedbackTask`: the first word is an area of the texts. */
const TEXT_KEY =
  /\b(annotation|bulk|comfort|commands|common|datasets|datasetSettings|errors|filters|keeping|lost|matches|names|questions|recordHistory|saving|session|settings|signOut|similarity)\.[a-z]\w*/;

/** Expects that no text of the page, visible or for screen readers, is the key of a text that was not loaded. */
export async function expectNoTextKeys(page: Page, where: string): Promise<void> {
  const words = await page.evaluate(() => {
    const attributes = ["aria-label", "aria-description", "title", "placeholder", "alt"];
    const named = [...document.querySelectorAll("*")].flatMap((element) =>
      attributes.map((name) => element.getAttribute(name) ?? ""),
    );
    return [document.title, document.body.innerText, ...named].join("\n");
  });
  expect(TEXT_KEY.exec(words)?.[0], where).toBeUndefined();
}
