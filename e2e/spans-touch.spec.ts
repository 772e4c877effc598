import type { CDPSession, Locator, Page } from "@playwright/test";
import { action, openDataset, ownResponses, question } from "./support/annotation.ts";
import { addPerson, labels, setUp } from "./support/setup.ts";
import { gloss, names, pointIn } from "./support/spans.ts";
import { row } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

/**
 * Spans by touch only, on a phone and on a tablet, in both dataset families (design/questions.md#spans,
 * design/task-rows.md#entities).
 */

test.use({ hasTouch: true });

const PHONE = { width: 450, height: 900 };
const TABLET = { width: 1024, height: 768 };
const TEXT =
  "🎉 Edgar Pryce left Port Chalmers on Sunday, and Captain Halloran would not hear of Campbell Island before it rose.";
const spanOf = (words: string, label: string) => {
  const start = [...TEXT.slice(0, TEXT.indexOf(words))].length;
  return { start, end: start + [...words].length, label };
};

const bar = (page: Page) => page.getByRole("dialog", { name: /^Label “/ });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).tap();

async function tap(page: Page, text: Locator, word: string): Promise<void> {
  await page.touchscreen.tap(...(await pointIn(text, word, 0.5)));
}

/** Drags one end of the selection to a word with a finger, and lifts the finger there. */
async function drawEnd(page: Page, text: Locator, side: "start" | "end", word: string): Promise<void> {
  const box = await text.locator(`.postil-touch-end[data-side=${side}]`).boundingBox();
  if (box === null) throw new Error("The selection has no end to draw");
  const [x, y] = [box.x + box.width / 2, box.y + 14];
  const [toX, toY] = await pointIn(text, word, 0.5);
  const finger = await page.context().newCDPSession(page);
  const at = (type: "touchStart" | "touchMove", left: number, top: number) =>
    touch(finger, type, [{ x: left, y: top }]);
  await at("touchStart", x, y);
  // The finger keeps its distance below the letters. It rests before the lift: otherwise the next tap only ends a fling.
  for (let step = 1; step <= 10; step++) {
    const share = Math.min(1, step / 5);
    await at("touchMove", x + (toX - x) * share, y + (toY + 24 - y) * share);
    await text.evaluate(() => new Promise(requestAnimationFrame));
  }
  await touch(finger, "touchEnd", []);
  await finger.detach();
}

const touch = (
  finger: CDPSession,
  type: "touchStart" | "touchMove" | "touchEnd",
  touchPoints: { x: number; y: number }[],
) => finger.send("Input.dispatchTouchEvent", { type, touchPoints });

for (const [device, viewport] of [
  ["phone", PHONE],
  ["tablet", TABLET],
] as const) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test("FAN-28 by finger: a word, words by taps, an end drawn; the active label or another one; changed and removed", async ({
      page,
      api,
      signIn,
      expectAccessible,
    }) => {
      const settings = { type: "span", field: "note", options: labels("Person", "Place", "Date") };
      const setup = await setUp(api, {
        fields: [{ name: "note", title: "Field note", required: true }],
        questions: [{ name: "mentions", title: "What is mentioned?", required: true, settings }],
        records: [{ fields: { note: TEXT } }],
      });
      const person = await addPerson(api, setup, `touch-${device}`);
      await signIn(person.username, person.password);
      await openDataset(page, setup);
      const note = page.locator(".postil-spans");
      await tap(page, note, "Pryce");
      await expect(bar(page)).toHaveAccessibleName("Label “Pryce”");
      await tap(page, note, "Edgar");
      await expect(bar(page)).toHaveAccessibleName("Label “Edgar Pryce”");
      await expectAccessible();
      for (const button of await bar(page).getByRole("button").all())
        expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await bar(page).getByRole("button", { name: "Person" }).tap();
      await expect(gloss(page, "Edgar Pryce")).toBeVisible();
      await expect(bar(page)).toHaveCount(0);

      // Another label than the active one, for words whose ends were drawn.
      await tap(page, note, "Port");
      await drawEnd(page, note, "end", "Sunday");
      await expect(bar(page)).toHaveAccessibleName(/Port Chalmers on Sunday/);
      await drawEnd(page, note, "end", "Chalmers");
      await expect(bar(page)).toHaveAccessibleName("Label “Port Chalmers”");
      await bar(page).getByRole("button", { name: "Another label" }).tap();
      await page.getByRole("listbox").getByRole("option", { name: "Place" }).tap();
      expect(await names(page)).toEqual(["Person", "Place"]);

      // A tap on a span opens its labels: another one, or none.
      await tap(page, note, "Halloran");
      await bar(page).getByRole("button", { name: "Person" }).tap();
      await tap(page, note, "Halloran");
      await page.getByRole("listbox", { name: "Label of “Halloran”" }).getByRole("option", { name: "Date" }).tap();
      expect(await names(page)).toEqual(["Person", "Place", "Date"]);
      await tap(page, note, "Halloran");
      await press(page, "Remove");
      expect(await names(page)).toEqual(["Person", "Place"]);
      await expect(question(page, "What is mentioned?")).toContainText("2 spans");

      // A tap on the selected word, or the cross, lets go of it.
      await tap(page, note, "Campbell");
      await expect(bar(page)).toBeVisible();
      await tap(page, note, "Campbell");
      await expect(bar(page)).toHaveCount(0);
      await tap(page, note, "Campbell");
      await bar(page).getByRole("button", { name: "Select nothing" }).tap();
      await expect(bar(page)).toHaveCount(0);
      await press(page, "Undo");
      expect(await names(page)).toEqual(["Person", "Place", "Date"]);
      await action(page, "Submit").tap();
      await expect
        .poll(() => ownResponses(api.as(person.api_key), setup).then((own) => own.map(({ values }) => values)))
        .toEqual([
          {
            mentions: {
              value: [spanOf("Edgar Pryce", "Person"), spanOf("Port Chalmers", "Place"), spanOf("Halloran", "Date")],
            },
          },
        ]);
    });

    test("TAN-09 TAN-10 by finger: the entity is asked for, or given at once where one is armed; changed, removed, validated", async ({
      page,
      openNewTask,
      expectAccessible,
    }) => {
      const tokens = TEXT.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]+/gu) ?? [];
      const record = (id: string) => ({ id, text: TEXT, tokens });
      const setup = await openNewTask({
        task: "TokenClassification",
        labels: ["Person", "Place", "Vessel"],
        records: [record("t1"), record("t2")],
      });
      const text = row(page, 1).locator(".postil-spans");
      const list = page.getByRole("dialog", { name: /^Entity of/ });
      await tap(page, text, "Pryce");
      await tap(page, text, "Edgar");
      await bar(page).getByRole("button", { name: "Choose a label" }).tap();
      await expect(list).toHaveAccessibleName("Entity of “Edgar Pryce”");
      await expectAccessible();
      await list.getByRole("option", { name: "Person" }).tap();
      await expect(text.locator(".postil-span")).toHaveText("Edgar Pryce");

      await page.getByRole("toolbar", { name: "Entities" }).getByRole("button", { name: "Place" }).tap();
      await tap(page, text, "Island");
      await drawEnd(page, text, "start", "Campbell");
      await bar(page).getByRole("button", { name: "Place" }).tap();
      await expect(text.locator(".postil-span")).toHaveText(["Edgar Pryce", "Campbell Island"]);
      await press(page, "Disarm");

      // Only one text of the page has a selection.
      await tap(page, row(page, 2).locator(".postil-spans"), "Sunday");
      await expect(bar(page)).toHaveAccessibleName("Label “Sunday”");
      await tap(page, text, "Sunday");
      await expect(page.locator(".postil-touch-end")).toHaveCount(2);
      await bar(page).getByRole("button", { name: "Select nothing" }).tap();

      await tap(page, text, "Pryce");
      await list.getByRole("option", { name: "Vessel" }).tap();
      await tap(page, text, "Island");
      await list.getByRole("button", { name: "Remove" }).tap();
      await expect(text.locator(".postil-span")).toHaveText("Edgar Pryce");
      await row(page, 1).getByRole("button", { name: "Validate" }).tap();
      await expect
        .poll(async () => await setup.record("t1"))
        .toMatchObject({ status: "Validated", annotation: { entities: [spanOf("Edgar Pryce", "Vessel")] } });
    });
  });
}

test("FAN-28 what the platform selected with its own ends is snapped and labeled; a finger that scrolls selects nothing", async ({
  page,
  api,
  signIn,
}) => {
  await page.setViewportSize(PHONE);
  const settings = { type: "span", field: "note", options: labels("Person", "Place") };
  const setup = await setUp(api, {
    fields: [{ name: "note", title: "Field note", required: true }],
    questions: [{ name: "mentions", title: "What is mentioned?", required: true, settings }],
    records: [{ fields: { note: TEXT.repeat(12) } }],
  });
  const person = await addPerson(api, setup, "touch-platform");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  const note = page.locator(".postil-spans");
  // As a long press does, and its ends when they are drawn.
  await tap(page, note, "Halloran");
  await bar(page).getByRole("button", { name: "Select nothing" }).tap();
  await note.evaluate((text) => {
    const node = text.querySelector("[data-at]")?.firstChild;
    if (node) document.getSelection()?.setBaseAndExtent(node, 5, node, 11);
  });
  await expect(bar(page)).toHaveAccessibleName("Label “Edgar Pryce”");
  await expect(page.locator(".postil-touch-end")).toHaveCount(0);
  await bar(page).getByRole("button", { name: "Person" }).tap();
  await expect(gloss(page, "Edgar Pryce")).toBeVisible();
  expect(await page.evaluate(() => document.getSelection()?.isCollapsed)).toBe(true);

  const finger = await page.context().newCDPSession(page);
  const top = await note.evaluate((text) => text.getBoundingClientRect().top);
  const [x, y] = await pointIn(note, "Campbell", 0.5);
  await touch(finger, "touchStart", [{ x, y }]);
  for (let step = 1; step <= 5; step++) await touch(finger, "touchMove", [{ x, y: y - step * 12 }]);
  await touch(finger, "touchEnd", []);
  await expect.poll(() => note.evaluate((text) => text.getBoundingClientRect().top)).toBeLessThan(top);
  await expect(bar(page)).toHaveCount(0);
});
