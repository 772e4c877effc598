import type { Page } from "@playwright/test";
import { openTask, row, setUpTask } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

/** Entities in the texts of token classification (TAN-09, TAN-10). */

const PEOPLE = ["Person", "Place", "Vessel"];
const TEXT = "👩‍👩‍👧 On 🎉 day Edgar Pryce left Port Chalmers, and Pryce slept.";
const tokensOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]+/gu) ?? [];
const place = (words: string, text = TEXT) => {
  const start = [...text.slice(0, text.indexOf(words))].length;
  return { start, end: start + [...words].length };
};
const said = (words: string, label: string, text = TEXT) => ({ ...place(words, text), label });

const letter = (id: string, text = TEXT, given: object = {}) => ({ id, text, tokens: tokensOf(text), ...given });
const token = (labels: readonly string[], records: readonly object[], more: object = {}) =>
  ({ task: "TokenClassification", labels, records, ...more }) as const;
const model = (...entities: readonly object[]) => ({ prediction: { agent: "gazetteer", entities } });
const mara = (...entities: readonly object[]) => ({ annotation: { agent: "mara", entities } });

/** The middle of the first or last letter of words, as they stand on the screen. */
async function pointAt(page: Page, position: number, words: string, end: "first" | "last") {
  const text = row(page, position).locator(".postil-spans");
  const box = await text.evaluate(
    (root, { words: wanted, last }) => {
      const range = document.createRange();
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const at = (root.textContent ?? "").indexOf(wanted) + (last ? wanted.length - 1 : 0);
      for (let before = 0, node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const length = node.nodeValue?.length ?? 0;
        if (at < before + length) {
          range.setStart(node, at - before);
          range.setEnd(node, at - before + 1);
          break;
        }
        before += length;
      }
      const { left, top, width, height } = range.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    },
    { words, last: end === "last" },
  );
  return box;
}

async function drag(page: Page, position: number, words: string, backwards = false) {
  const [from, to] = [await pointAt(page, position, words, "first"), await pointAt(page, position, words, "last")];
  const [begin, end] = backwards ? [to, from] : [from, to];
  await page.mouse.move(begin.x, begin.y);
  await page.mouse.down();
  await page.mouse.move((begin.x + end.x) / 2, begin.y, { steps: 3 });
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await page.mouse.up();
}

const chooser = (page: Page) => page.getByRole("dialog", { name: /^Entity of/ });

test("TAN-09 TAN-10 TSE-27 by pointer: drawn backwards over tokens behind an emoji, Space takes the predicted entity, and Right does not page", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const predicted = { ...said("Edgar Pryce left", "Vessel"), score: 0.91 };
  const records = Array.from({ length: 12 }, (_, at) =>
    letter(`t${String(at + 1).padStart(2, "0")}`, TEXT, model(predicted)),
  );
  const setup = await setUpTask(api, token(PEOPLE, records));
  await signIn(setup.person.username, setup.person.password);
  await openTask(page, setup);
  await drag(page, 2, "Edgar Pryce left", true);
  await expect(chooser(page).getByRole("option").first()).toHaveAccessibleName(/^Vessel first choice/);
  await expectAccessible();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: "Page 1", exact: true })).toHaveAttribute("aria-current", "page");
  await expect(chooser(page)).toBeVisible();
  await page.keyboard.press("Space");
  await expect(chooser(page)).toBeHidden();
  await expect(row(page, 2)).toContainText("Edited");
  await drag(page, 2, "Port Chalmers");
  await page.keyboard.press("2");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 record is validated")).toBeVisible();
  await expect
    .poll(async () => await setup.record("t02"))
    .toMatchObject({
      status: "Validated",
      annotation: {
        agent: setup.person.username,
        entities: [said("Edgar Pryce left", "Vessel"), said("Port Chalmers", "Place")],
      },
    });
  expect(JSON.stringify(await setup.record("t02"))).not.toContain("origin");
});

test("TAN-09 by keyboard alone: two entities in four strokes after their words, the same words again, validated", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setUpTask(api, token(PEOPLE, [letter("t1"), letter("t2")]));
  await signIn(setup.person.username, setup.person.password);
  await openTask(page, setup);
  await page.keyboard.press("w");
  const text = page.getByRole("application", { name: "Text of the record, word by word" });
  await expect(text).toBeFocused();
  const at = (words: string) => tokensOf(TEXT).indexOf(words);
  for (let step = 0; step < at("Pryce"); step++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("1");
  for (let step = at("Pryce"); step < at("Port"); step++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  await expect(chooser(page)).toBeVisible();
  await page.keyboard.press("2");
  await expect(text).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(row(page, 1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => await setup.record("t1"))
    .toMatchObject({
      status: "Validated",
      annotation: { entities: [said("Pryce", "Person"), said("Port Chalmers", "Place")] },
    });
});

test("TAN-09 a slip destroys nothing: what cuts an entity is refused, what takes two in asks, and a double click removes", async ({
  page,
  api,
  signIn,
}) => {
  const entities = [said("Edgar Pryce", "Person"), said("Port Chalmers", "Place")];
  const setup = await setUpTask(api, token(PEOPLE, [letter("t1", TEXT, mara(...entities)), letter("t2")]));
  await signIn(setup.person.username, setup.person.password);
  await openTask(page, setup);
  await drag(page, 1, "Pryce left");
  await expect(page.getByText("This overlaps “Edgar Pryce”, Person.", { exact: false }).last()).toBeVisible();
  await page.keyboard.press("Escape");
  await drag(page, 1, "Edgar Pryce left Port Chalmers");
  await expect(page.getByText("Replace 2 spans?")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Replace 2 spans?")).toBeHidden();
  const words = row(page, 1).locator(".postil-span");
  await expect(words).toHaveCount(2);
  const at = await pointAt(page, 1, "Port Chalmers", "first");
  await page.mouse.dblclick(at.x, at.y);
  await expect(words).toHaveCount(1);
  await expect(chooser(page)).toBeHidden();
  await expect(row(page, 1)).toContainText("Edited");
});

test("LAB-01 TEN-07 an armed entity is given at once until Escape; without any entity an admin is led to the settings", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const setup = await setUpTask(api, token(PEOPLE, [letter("t1"), letter("t2")]));
  await signIn(setup.person.username, setup.person.password);
  await openTask(page, setup);
  await page.getByRole("button", { name: "Place" }).click();
  await expect(page.getByText("Place is armed: what you select becomes Place.")).toBeVisible();
  await expectAccessible();
  await drag(page, 1, "Port Chalmers");
  await expect(row(page, 1).locator(".postil-span")).toHaveText("Port Chalmers");
  await page.getByRole("button", { name: "Disarm" }).click();
  await expect(page.getByText("is armed", { exact: false })).toBeHidden();

  const bare = await setUpTask(api, { ...token([], [letter("t1")]), role: "admin" });
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(bare.person.username, bare.person.password);
  await openTask(page, bare);
  await drag(page, 1, "Port Chalmers");
  await expect(page.getByRole("link", { name: "Add some in its settings" })).toBeVisible();
});

test("TAN-12 explore: what is said and what is predicted are read, with label, score and agent", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const both = {
    ...mara(said("Edgar Pryce", "Person")),
    ...model({ ...said("Port Chalmers", "Place"), score: 0.914 }),
  };
  const setup = await setUpTask(api, token(PEOPLE, [letter("t1", TEXT, both)]));
  await signIn(setup.person.username, setup.person.password);
  await openTask(page, setup, "?viewMode=explore");
  await expect(row(page, 1).getByTitle("Person, mara")).toHaveText("Edgar Pryce");
  await expect(row(page, 1).getByTitle("Place, 91.4 %, gazetteer")).toHaveText("Port Chalmers");
  await expect(row(page, 1).getByRole("button", { name: /change or remove/ })).toHaveCount(0);
  await expectAccessible();
});
