import type { Locator, Page } from "@playwright/test";
import {
  action,
  FIVE_QUESTIONS,
  LETTER_FIELDS,
  letter,
  OPENING,
  openDataset,
  option,
  question,
  record,
  SUGGESTIONS,
  TOPIC,
  VERDICT,
} from "./support/annotation.ts";
import { setTheme, type Theme } from "./support/screen.ts";
import { setUp } from "./support/setup.ts";
import { openTask, row, setUpTask } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

/** A record on paper (design/record.md#print): it is complete and shows no controls. */

/** A text longer than a page of paper. */
const LONG = Array.from({ length: 160 }, (_, at) => `Line ${at + 1} of a letter.`).join("\n");
const LAST = "Line 160 of a letter.";

/** Sets the width of the print area of A4. */
async function toPaper(page: Page, theme: Theme): Promise<void> {
  await setTheme(page, theme);
  await page.setViewportSize({ width: 718, height: 1015 });
  await page.emulateMedia({ media: "print" });
}

async function pagesOf(page: Page): Promise<number> {
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  return [...pdf.matchAll(/\/Type ?\/Page\b/g)].length;
}

/** A label that the screen shortens in its middle. */
const LONG_LABEL = "balance_not_updated_after_cheque_or_cash_deposit";

/** True if no element around it cuts it, by its edges or by scrolling. */
const isWhole = (part: Locator) =>
  part.evaluate((element) => {
    const { bottom } = element.getBoundingClientRect();
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      const { overflowY, maskImage } = getComputedStyle(around);
      const ends = around.getBoundingClientRect().bottom;
      if ((overflowY !== "visible" && ends < bottom - 1) || maskImage !== "none") return false;
    }
    return true;
  });

/** True if its visible text leaves its box or lies over its other words. */
const overprints = (part: Locator) =>
  part.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const shown = [...element.querySelectorAll("[dir=auto] > *")].flatMap((piece) => [...piece.getClientRects()]);
    const outside = shown.some(({ right, bottom }) => right > box.right + 1 || bottom > box.bottom + 1);
    const over = shown.some((one, at) =>
      shown
        .slice(at + 1)
        .some((two) => one.right > two.left + 1 && two.right > one.left + 1 && one.bottom > two.top + 4),
    );
    return outside || over || shown.length < 2;
  });

const lookOf = (part: Locator) =>
  part.evaluate((element) => {
    const { color, borderTopWidth, borderTopStyle } = getComputedStyle(element);
    const sign = getComputedStyle(element, "::before").content;
    return { color, line: `${Math.round(Number.parseFloat(borderTopWidth))} ${borderTopStyle}`, sign };
  });

const INK = "rgb(0, 0, 0)";

test("design/record.md#print a record and its answers: texts whole, what is chosen told without colour, nothing to press", async ({
  page,
  api,
  signIn,
}) => {
  const { opening: _, ...suggestions } = SUGGESTIONS;
  const long = letter(1, suggestions);
  const setup = await setUp(api, {
    fields: LETTER_FIELDS,
    questions: FIVE_QUESTIONS,
    records: [{ ...long, fields: { ...long.fields, question: LONG } }],
  });
  await signIn();
  await openDataset(page, setup);
  await option(page, VERDICT, "Fully").click();
  await option(page, TOPIC, "Diet").click();
  const written = question(page, OPENING).getByRole("textbox");
  await written.fill("Some swifts stay up for ten months. ".repeat(60));
  await toPaper(page, "dark");

  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const text = record(page, 1).getByRole("article", { name: "Question" }).getByText(LAST);
  await expect(text).toBeVisible();
  expect(await isWhole(text)).toBe(true);
  expect(await written.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(
    1,
  );
  expect(await pagesOf(page)).toBeGreaterThan(3);

  expect(await lookOf(option(page, VERDICT, "Fully"))).toEqual({ color: INK, line: "2 solid", sign: '"✓" / ""' });
  expect(await lookOf(option(page, TOPIC, "Flight"))).toMatchObject({ color: INK, line: "2 dotted" });
  expect(await lookOf(option(page, VERDICT, "In part"))).toMatchObject({ line: "1 solid", sign: "none" });
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(255, 255, 255)");

  for (const bar of [page.getByRole("banner"), page.getByRole("toolbar"), page.getByRole("contentinfo")])
    await expect(bar).toHaveCount(0);
  await expect(action(page, "Submit")).toHaveCount(0);
  // The number of further options is also a button.
  const pressed = await page
    .getByRole("button")
    .evaluateAll((all) => all.filter((one) => !("option" in one.dataset || "more" in one.dataset)));
  expect(pressed).toEqual([]);
});

test("design/record.md#print records of tasks: folded texts are opened, labels and marked words have lines and names", async ({
  page,
  api,
  signIn,
}) => {
  const inbox = await setUpTask(api, {
    task: "TextClassification",
    labels: ["Card", "Payment", LONG_LABEL, ...Array.from({ length: 20 }, (_, at) => `Label ${at + 1}`)],
    records: [
      {
        id: "t1",
        inputs: { text: LONG },
        status: "Validated",
        annotation: { agent: "mara", labels: [{ class: "Card" }] },
      },
    ],
  });
  await signIn();
  await openTask(page, inbox);
  await expect(page.getByRole("button", { name: "Show all" })).toBeVisible();
  await toPaper(page, "contrast-dark");
  expect(await isWhole(row(page, 1).getByText(LAST))).toBe(true);
  expect(await pagesOf(page)).toBeGreaterThan(3);
  const label = (name: string) => row(page, 1).getByRole("button", { name });
  expect(await lookOf(label("Card"))).toEqual({ color: INK, line: "2 solid", sign: '"✓" / ""' });
  expect(await lookOf(label("Payment"))).toMatchObject({ line: "1 solid", sign: "none" });
  await expect(page.getByRole("button", { name: /Show all|Validate|Discard|More about/ })).toHaveCount(0);
  expect(await overprints(label(LONG_LABEL))).toBe(false);
  await expect(page.getByRole("button", { name: /^Show \d+ more labels$/ })).toBeVisible();
  await expect(page.getByRole("toolbar")).toHaveCount(0);

  const names = await setUpTask(api, {
    task: "TokenClassification",
    labels: ["Person", "Place"],
    records: [
      {
        id: "n1",
        text: "Edgar Pryce left Port Chalmers.",
        tokens: ["Edgar", "Pryce", "left", "Port", "Chalmers", "."],
        status: "Validated",
        annotation: { agent: "mara", entities: [{ start: 0, end: 11, label: "Person" }] },
      },
    ],
  });
  await page.emulateMedia({ media: "screen" });
  await openTask(page, names);
  await toPaper(page, "dark");
  const name = row(page, 1).getByRole("button", { name: /^“Edgar Pryce”, Person/ });
  await expect(name).toBeVisible();
  const marked = row(page, 1).getByText("Edgar Pryce").locator("..");
  await expect(marked).toHaveCSS("border-bottom", `2px solid ${INK}`);
  await expect(marked).toHaveCSS("background-image", "none");
});

test("design/record.md#print the people: heads over their columns, and nothing to press or to type in", async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto("/people");
  await expect(page.getByRole("columnheader", { name: "Name", exact: true })).toBeVisible();
  await toPaper(page, "light");
  for (const head of ["Name", "Role", "Last seen"])
    await expect(page.getByRole("columnheader", { name: head, exact: true }).getByText(head)).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveCount(0);
  await expect(page.getByRole("navigation")).toHaveCount(0);
});
