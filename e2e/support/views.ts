import { expect, type Locator, type Page } from "@playwright/test";

/** Helpers for the command palette and saved views, on the pages of both dataset families. */

export const views = (page: Page): Locator => page.getByRole("button", { name: "Views", exact: true });
export const item = (page: Page, name: string | RegExp): Locator => page.getByRole("menuitem", { name });

export async function runCommand(page: Page, words: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Find a command" })).toBeFocused();
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
}

/** Saves the current view under a name, by keyboard only. */
export async function saveViewByKeyboard(page: Page, name: string): Promise<void> {
  await runCommand(page, "saved views");
  await expect(page.getByRole("menu", { name: "Views" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(item(page, "Save this view…")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Save this view" }).getByLabel("Name of the view")).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(views(page)).toBeFocused();
}
