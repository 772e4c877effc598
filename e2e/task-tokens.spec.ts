import type { Page } from "@playwright/test";
import { standing } from "./support/spans.ts";
import { openTask, row, setUpTask } from "./support/tasks.ts";
import { expect, MAIN_IN_LONG, test } from "./support/test.ts";

/** Entities in the texts of token classification (TAN-09, TAN-10). */

const PEOPLE = ["Person", "Place", "Vessel"];
const TEXT = "👩‍👩‍👧 On 🎉 day Edgar Pryce left Port Chalmers, and Pryce slept.";
const tokensOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]+/gu) ?? [];
const place = (words: string, text = TEXT) => {
  const start = [...text.slice(0, text.indexOf(words))].length;
  return { start, end: start + [...words].length };
};
/** The next position of these words after a position. */
const after = (from: number, words: string) => {
  const rest = [...TEXT].slice(from).join("");
  const start = from + [...rest.slice(0, rest.indexOf(words))].length;
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

test("TAN-09 TAN-10 TSE-27 by pointer: drawn backwards over tokens behind an emoji, Space takes the predicted entity, and Right does not page", {
  tag: "@main",
}, async ({ page, openNewTask, expectAccessible }) => {
  const predicted = { ...said("Edgar Pryce left", "Vessel"), score: 0.91 };
  const records = Array.from({ length: 12 }, (_, at) =>
    letter(`t${String(at + 1).padStart(2, "0")}`, TEXT, model(predicted)),
  );
  const setup = await openNewTask(token(PEOPLE, records));
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

test("TAN-09 by keyboard alone: two entities in four strokes after their words, the same words again, validated", {
  tag: MAIN_IN_LONG,
}, async ({ page, openNewTask }) => {
  const setup = await openNewTask(token(PEOPLE, [letter("t1"), letter("t2")]));
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

test("TAN-09 TAN-14 in the text the buttons print the keys that work there, and Ctrl+Enter validates from it; undo and redo by key: entities come and go as they were", async ({
  page,
  openNewTask,
}) => {
  const setup = await openNewTask(token(PEOPLE, [letter("t1"), letter("t2")]));
  await test.step("the buttons print the keys that work in the text", async () => {
    const button = (name: string) => row(page, 1).getByRole("button", { name, exact: true });
    await expect(button("Validate")).toHaveAttribute("aria-keyshortcuts", "Enter");
    await page.keyboard.press("w");
    await expect(button("Validate")).toHaveAttribute("aria-keyshortcuts", "Control+Enter");
    for (const name of ["Discard", "Clear"]) await expect(button(name)).not.toHaveAttribute("aria-keyshortcuts");
    await expect(button("Reset")).toHaveAttribute("aria-keyshortcuts", "Alt+R");
    await page.keyboard.press("1");
    await page.keyboard.press("Control+Enter");
    await expect.poll(async () => (await setup.record("t1")).status).toBe("Validated");
    await expect(row(page, 2)).toHaveAttribute("aria-current", "true");
    await expect(row(page, 2).getByRole("button", { name: "Validate", exact: true })).toHaveAttribute(
      "aria-keyshortcuts",
      "Enter",
    );
    await page.keyboard.press("w");
    await expect(row(page, 2).getByRole("application")).toBeFocused();
  });
  await test.step("undo and redo, also from within the text", async () => {
    const words = row(page, 2).locator(".postil-span");
    await page.keyboard.press("1");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("2");
    await expect(words).toHaveCount(2);
    for (const [key, count] of [
      ["Control+z", 1],
      ["Control+z", 0],
      ["Control+Shift+z", 1],
      ["Control+y", 2],
      ["Control+z", 1],
    ] as const) {
      await page.keyboard.press(key);
      await expect(words).toHaveCount(count);
    }
    // Another action removes the possible redo.
    await page.keyboard.press("3");
    await expect(row(page, 2).locator(".postil-gloss-name").last()).toHaveAttribute("data-name", "Vessel");
    await page.keyboard.press("Control+y");
    await expect(words).toHaveCount(2);
    await expect(row(page, 2)).toContainText("Edited");
  });
});

test("TAN-09 a slip destroys nothing: what cuts an entity asks, what takes two in asks too, and a double click removes", async ({
  page,
  openNewTask,
}) => {
  const entities = [said("Edgar Pryce", "Person"), said("Port Chalmers", "Place")];
  await openNewTask(token(PEOPLE, [letter("t1", TEXT, mara(...entities)), letter("t2")]));
  await drag(page, 1, "Pryce left");
  await expect(page.getByText("Replace “Edgar Pryce”, Person?")).toBeVisible();
  await page.keyboard.press("Escape");
  await drag(page, 1, "Edgar Pryce left Port Chalmers");
  await expect(page.getByText("Replace 2 spans?")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Replace 2 spans?")).toBeHidden();
  // Acts as a user who thinks that the drag did nothing, and validates.
  await drag(page, 1, "Edgar Pryce left Port Chalmers");
  await expect(page.getByText("Replace 2 spans?")).toBeVisible();
  await page.keyboard.press("Enter");
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
  openNewTask,
  api,
  signIn,
}) => {
  await openNewTask(token(PEOPLE, [letter("t1"), letter("t2")]));
  await page.getByRole("button", { name: "Place" }).click();
  const strip = page.getByRole("region", { name: "Records" });
  await expect(strip.getByText("Place is armed: what you select becomes Place.")).toBeVisible();
  await drag(page, 1, "Port Chalmers");
  await expect(row(page, 1).locator(".postil-span")).toHaveText("Port Chalmers");
  await page.getByRole("button", { name: "Disarm" }).click();
  await expect(strip.getByText("is armed", { exact: false })).toBeHidden();

  const bare = await setUpTask(api, { ...token([], [letter("t1")]), role: "admin" });
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(bare.person.username, bare.person.password);
  await openTask(page, bare);
  const link = { name: "Add some in its settings" };
  await expect(page.getByRole("link", link)).toBeVisible();
  await drag(page, 1, "Port Chalmers");
  await expect(page.getByRole("dialog").getByRole("link", link)).toBeVisible();
});

test("TAN-12 explore: what is said and what is predicted are read, with label, score and agent", async ({
  page,
  openNewTask,
  expectAccessible,
}) => {
  const both = {
    ...mara(said("Edgar Pryce", "Person")),
    ...model({ ...said("Port Chalmers", "Place"), score: 0.914 }),
  };
  await openNewTask(token(PEOPLE, [letter("t1", TEXT, both)]), "?viewMode=explore");
  await expect(row(page, 1).getByTitle("Person, mara")).toHaveText("Edgar Pryce");
  await expect(row(page, 1).getByTitle("Place, 91.4 %, gazetteer")).toHaveText("Port Chalmers");
  await expect(row(page, 1).getByRole("button", { name: /change or remove/ })).toHaveCount(0);
  await expectAccessible();
  // Hidden names are also hidden in the reading view, and they stay hidden.
  const names = page.getByRole("button", { name: "Names under the words" });
  await expect(names).toHaveAttribute("aria-pressed", "true");
  await names.click();
  await expect(row(page, 1).locator(".postil-gloss")).toHaveCount(0);
  await page.reload();
  await expect(names).toHaveAttribute("aria-pressed", "false");
  await expect(row(page, 1).getByTitle("Person, mara")).toHaveText("Edgar Pryce");
  await expect(row(page, 1).locator(".postil-gloss")).toHaveCount(0);
});

/** Presses keys one after the other. Each waits for the one before. */
async function strokes(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test("TAN-09 TAN-14 T tags the same words in the record, then on the page, past what is said or discarded; one undo takes all back", async ({
  page,
  api,
  signIn,
}) => {
  const held = mara(said("Pryce", "Vessel"));
  const setup = await setUpTask(
    api,
    token(PEOPLE, [
      letter("t1"),
      letter("t2"),
      letter("t3", TEXT, held),
      letter("t4", TEXT, { ...held, status: "Discarded" }),
    ]),
  );
  await signIn(setup.person.username, setup.person.password);
  await openTask(page, setup);
  await drag(page, 1, "Pryce");
  await strokes(page, "1");
  const spans = (position: number) => row(page, position).locator(".postil-span");
  const more = (name: string) => page.getByRole("button", { name });
  await expect(more("Tag 1 more “Pryce”")).toBeVisible();
  await strokes(page, "t");
  await expect(spans(1)).toHaveText(["Pryce", "Pryce"]);
  // Twice in the second record, and once in the third, where the other is said already.
  await expect(more("Tag 3 “Pryce” on this page")).toBeVisible();
  await strokes(page, "t");
  await expect(spans(2)).toHaveText(["Pryce", "Pryce"]);
  await expect(spans(3)).toHaveText(["Pryce", "Pryce"]);
  await expect(spans(4)).toHaveText(["Pryce"]);
  await expect(more("Tag")).toHaveCount(0);
  await strokes(page, "Control+z");
  await expect(spans(2)).toHaveCount(0);
  await expect(spans(3)).toHaveCount(1);
  await expect(spans(1)).toHaveCount(2);
  await strokes(page, "Control+Shift+z");
  await expect(spans(3)).toHaveCount(2);
  // Redo moves the cursor to the repeated action.
  await expect(row(page, 2)).toHaveAttribute("aria-current", "true");
  await strokes(page, "Enter");
  await expect
    .poll(async () => await setup.record("t2"))
    .toMatchObject({
      status: "Validated",
      annotation: { entities: [said("Pryce", "Person"), { ...after(place("Pryce").end, "Pryce"), label: "Person" }] },
    });
});

const MIXED = "סירת Aurora-7 🇳🇿 הגיעה לנמל שָׁלוֹם 👍🏽 e\u0301te\u0301 2024, اليوم.";
const ENGLISH = "The ship שלום רב to all came into the port of القاهرة الجديدة today.";

test("TAN-09 TAN-10 right to left with Latin, emoji and marks between: by mouse and by key what is stored is counted in code points", {
  tag: "@main",
}, async ({ page, browserName, openNewTask }) => {
  const tokens = MIXED.split(" ");
  const inEnglish = ["שלום", "port of القاهرة الجديدة"].map((words) => said(words, "Place", ENGLISH));
  const english = letter("t2", ENGLISH, { ...mara(...inEnglish), ...model(said("القاهرة", "Vessel", ENGLISH)) });
  const setup = await openNewTask(token(PEOPLE, [{ id: "t1", text: MIXED, tokens }, english]));
  await expect(row(page, 1).locator(".postil-spans")).toHaveAttribute("dir", "rtl");
  // Words in the other direction are marked in one piece, and their name stands where they begin. Firefox counts one box for
  // each direction.
  const boxes = browserName === "firefox" ? expect.any(Number) : 1;
  for (const words of ["שלום", "port of القاهرة الجديدة", "القاهرة"])
    await expect.poll(() => standing(row(page, 2).locator(".postil-spans"), words)).toEqual({ boxes, nameOff: 0 });
  // By mouse, from the first of its letters to the last, whichever side they stand on.
  await drag(page, 1, "שָׁלוֹם 👍🏽 e\u0301te\u0301");
  await strokes(page, "1");
  await drag(page, 1, "Aurora-7", true);
  await strokes(page, "3");
  // By key: Left goes on in the order of the text.
  await strokes(page, "w", "Home");
  await strokes(page, "ArrowLeft", "ArrowLeft", "2");
  await strokes(page, ...Array.from({ length: 6 }, () => "ArrowLeft"), "Shift+ArrowLeft", "2", "Escape", "Enter");
  const entity = (words: string, label: string) => said(words, label, MIXED);
  await expect
    .poll(async () => await setup.record("t1"))
    .toMatchObject({
      status: "Validated",
      annotation: {
        entities: [
          entity("Aurora-7", "Vessel"),
          entity("🇳🇿", "Place"),
          entity("שָׁלוֹם 👍🏽 e\u0301te\u0301", "Person"),
          entity("2024, اليوم.", "Place"),
        ],
      },
    });
});

test("TAN-09 TAN-14 what accepts predictions stands at the end of the record's buttons, or below them; A takes over all that is predicted where nothing is said, and validates as a person's", async ({
  page,
  openNewTask,
}) => {
  const predicted = [
    { ...said("Edgar Pryce", "Vessel"), score: 0.4 },
    { ...said("Port Chalmers", "Place"), score: 0.9 },
    { ...said("slept", "Vessel"), score: 0.2 },
  ];
  const one = model(said("Edgar Pryce", "Person"));
  const both = { ...mara(said("Edgar Pryce", "Person")), ...model(...predicted) };
  const records = [letter("t1", TEXT, one), letter("t2", TEXT, both), letter("t3")];
  const setup = await openNewTask(token(PEOPLE, records));
  await test.step("it stands at the end of the buttons, or below them from the left", async () => {
    const [validate, accept] = ["Validate", "Accept the prediction"].map((name) =>
      row(page, 1).getByRole("button", { name }),
    );
    for (const width of [450, 960, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(async () => {
        const [first, last] = [await validate?.boundingBox(), await accept?.boundingBox()];
        if (!first || !last) throw new Error("A button is not there");
        if (last.y < first.y + first.height) expect(last.x).toBeGreaterThan(first.x + first.width);
        else expect(last.x).toBe(first.x);
      }).toPass();
    }
  });
  await test.step("A takes over all that is predicted", async () => {
    await row(page, 2).focus();
    const solid = row(page, 2).locator(".postil-span[data-look=solid]");
    await expect(solid).toHaveText(["Edgar Pryce"]);
    await expect(row(page, 2).getByRole("button", { name: "Accept all 2 predictions" })).toBeVisible();
    await strokes(page, "a");
    await expect(solid).toHaveText(["Edgar Pryce", "Port Chalmers", "slept"]);
    await expect(row(page, 2).getByRole("button", { name: /^Accept/ })).toHaveCount(0);
    await expect(row(page, 2)).toContainText("Edited");
    await strokes(page, "Enter");
    await expect
      .poll(async () => await setup.record("t2"))
      .toMatchObject({
        status: "Validated",
        annotation: {
          agent: setup.person.username,
          entities: [said("Edgar Pryce", "Person"), said("Port Chalmers", "Place"), said("slept", "Vessel")],
        },
      });
  });
});

test("TEN-09 LAB-06 LAB-07 with 3,000 entities the bar shows one line, all of them when asked, and one line again", async ({
  page,
  openNewTask,
  expectAccessible,
}) => {
  const many = Array.from({ length: 3000 }, (_, at) => `Entity ${String(at + 1).padStart(4, "0")}`);
  await openNewTask(token(many, [letter("t1"), letter("t2")]));
  const bar = page.getByRole("toolbar", { name: "Entities" });
  const entities = bar.locator("[data-entity]");
  const height = async () => (await bar.boundingBox())?.height ?? 0;
  await expect(entities.first()).toBeVisible();
  const line = await height();
  expect(line).toBeLessThan(40);
  const few = await entities.count();
  expect(few).toBeLessThanOrEqual(10);
  await bar.getByRole("button", { name: `Show ${(3000 - few).toLocaleString("en")} more entities` }).click();
  await expect(entities).toHaveCount(3000);
  // It scrolls by itself: the records stay in view.
  expect(await height()).toBeLessThanOrEqual(160);
  await expect(row(page, 1)).toBeInViewport();
  await entities.last().click();
  await expect(page.getByRole("region", { name: "Records" }).getByText("Entity 3000 is armed")).toBeVisible();
  await bar.getByRole("button", { name: "Show less" }).click();
  await expect(entities).toHaveCount(few);
  expect(await height()).toBe(line);
  await drag(page, 1, "Port Chalmers");
  await expect(row(page, 1).locator(".postil-gloss-name")).toHaveAttribute("data-name", "Entity 3000");
  await expectAccessible("button-name", "color-contrast", "aria-allowed-attr");
});

test("TST-02 Escape closes and steps out, and takes no entity away; Reset does, by its own key", async ({
  page,
  openNewTask,
}) => {
  const setup = await openNewTask({
    task: "TokenClassification",
    labels: ["PER", "LOC"],
    records: [{ id: "a", text: "Kim went to Rome", tokens: ["Kim", "went", "to", "Rome"] }],
  });
  await expect(row(page, 1)).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("w");
  await page.keyboard.press("1");
  const marked = row(page, 1).getByRole("button", { name: /Kim.*PER/ });
  await expect(marked).toBeVisible();
  for (let press = 0; press < 4; press++) await page.keyboard.press("Escape");
  await expect(marked).toBeVisible();
  await expect(row(page, 1)).toContainText("Edited");
  await page.keyboard.press("r");
  await expect(marked).toHaveCount(0);
  expect((await setup.record("a")).status).toBe("Default");
});
