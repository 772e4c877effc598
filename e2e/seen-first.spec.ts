import type { Page } from "@playwright/test";
import { action, openDataset, option, ownResponses, record } from "./support/annotation.ts";
import type { Api } from "./support/api.ts";
import { addPerson, labels, type Setup, setUp } from "./support/setup.ts";
import { pages, row, texts } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

/** No press answers a record before the user sees it: a quick second press is not for the next one (design/keys.md#seen). */

test.use({ preferences: {} });

const TITLE = "What does the text want?";
const COUNT = Number(process.env.POSTIL_PACED ?? 25);
const single = { type: "label_selection", options: labels("one", "two", "three"), visible_options: null };

async function stage(api: Api, settings: unknown = single, more: readonly object[] = [], count = 8): Promise<Setup> {
  const suggestions = { answer: { value: "three", agent: "critic-2" } };
  return setUp(api, {
    questions: [{ name: "answer", title: TITLE, required: true, settings }, ...(more as [])],
    records: Array.from({ length: count }, (_, at) => ({ fields: { text: `Text ${at + 1}.` }, suggestions })),
  });
}

const note = { name: "note", title: "Note", settings: { type: "text", use_markdown: false } };

/** Presses a key twice, `ms` apart by the page's clock. */
async function twice(page: Page, key: string, ms: number): Promise<void> {
  await page.keyboard.press(key);
  await page.clock.runFor(ms);
  await page.keyboard.press(key);
}

/** From now on only `page.clock.runFor` moves the page's clock. So each press has its exact time on a busy machine, too. */
const holdClock = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);

/** Opens a dataset whose first record and its form are there, and holds the clock. */
async function openSeen(page: Page, setup: Setup): Promise<void> {
  await openDataset(page, setup);
  // The form may come later than the record, and a key that is pressed before it answers nothing.
  await expect(action(page, "Submit")).toBeVisible();
  await holdClock(page);
}

/** Lets the page's clock run for as long as a user looks at the screen. */
const look = (page: Page) => page.clock.runFor(600);

type Press = readonly [name: string, press: (page: Page) => Promise<void>];
const SUBMITS: readonly Press[] = [
  ["a double click on Submit", (page) => action(page, "Submit").dblclick()],
  ["Enter twice, 80 ms apart", (page) => twice(page, "Enter", 80)],
  ["Enter twice, 250 ms apart", (page) => twice(page, "Enter", 250)],
];
const OTHERS: readonly Press[] = [
  ["Alt+A twice, 100 ms apart", (page) => twice(page, "Alt+a", 100)],
  ["Backspace twice, 100 ms apart", (page) => twice(page, "Backspace", 100)],
  ["a double click on Discard", (page) => action(page, "Discard").dblclick()],
];

for (const presses of [SUBMITS, OTHERS])
  test(`FRS-16 ${presses.map(([name]) => name).join(", ")} answer one record, and the next one waits for who has seen it`, async ({
    page,
    api,
    signIn,
  }) => {
    await page.clock.install();
    const setup = await stage(api, single, [note]);
    const person = await addPerson(api, setup, "double");
    await signIn(person.username, person.password);
    await openSeen(page, setup);
    const own = () => ownResponses(api.as(person.api_key), setup);
    // Each of them answers a record, and the next one is answered by who looks first.
    for (const [at, [name, press]] of presses.entries())
      await test.step(name, async () => {
        await press(page);
        await look(page);
        await expect(record(page, 2 * at + 2)).toBeVisible();
        await expect.poll(async () => (await own()).length).toBe(2 * at + 1);
        // The page kept no press for later, and it does not delay a user who looks first.
        await page.keyboard.press("Enter");
        await look(page);
        await expect(record(page, 2 * at + 3)).toBeVisible();
        await expect.poll(async () => (await own()).length).toBe(2 * at + 2);
      });
  });

test("FRS-16 FAN-24 a digit twice in the one-key flow answers one record; a pointer that is too quick chooses nothing", async ({
  page,
  api,
  signIn,
}) => {
  await page.clock.install();
  const setup = await stage(api);
  const person = await addPerson(api, setup, "digit");
  await signIn(person.username, person.password);
  await openSeen(page, setup);
  const own = () => ownResponses(api.as(person.api_key), setup);
  await twice(page, "1", 40);
  await look(page);
  await expect(record(page, 2)).toBeVisible();
  await expect.poll(async () => (await own()).map(({ values }) => values?.answer?.value)).toEqual(["one"]);
  await expect(option(page, TITLE, "one")).toHaveAttribute("aria-pressed", "false");
  // The pointer went down on the previous record.
  const submit = await action(page, "Submit").boundingBox();
  await page.mouse.move((submit?.x ?? 0) + 5, (submit?.y ?? 0) + 5);
  await page.mouse.down();
  await page.keyboard.press("2");
  await look(page);
  await expect(record(page, 3)).toBeVisible();
  await page.mouse.up();
  await look(page);
  await expect(record(page, 3)).toBeVisible();
  expect(await own()).toHaveLength(2);
});

test("FRS-16 Enter twice, 350 ms apart, answers one record; a key for each record, 2.5 a second, answers all of them", async ({
  page,
  api,
  signIn,
}) => {
  test.setTimeout(60_000 + COUNT * 400);
  await page.clock.install();
  const setup = await stage(api, single, [], COUNT + 2);
  const person = await addPerson(api, setup, "paced");
  await signIn(person.username, person.password);
  await openSeen(page, setup);
  const at = async (number: number) => expect(record(page, number)).toBeVisible();
  const go = (ms: number) => page.clock.runFor(ms);
  // The first record must also be on the screen long enough by the page's clock.
  await go(400);
  await page.keyboard.press("1");
  await go(350);
  await at(2);
  await page.keyboard.press("Enter");
  await page.keyboard.press("2");
  await go(25);
  for (let press = 0; press < COUNT; press++) {
    await at(press + 2);
    await page.keyboard.press(String((press % 3) + 1));
    await go(400);
  }
  await at(COUNT + 2);
  await go(5000);
  await expect.poll(async () => (await ownResponses(api.as(person.api_key), setup)).length).toBe(COUNT + 1);
});

test("FRS-16 while a record rests its buttons fill, and not any more once it was seen", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await stage(api);
  const person = await addPerson(api, setup, "fills");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  const filling = () =>
    page.evaluate(() => document.getAnimations().some((one) => "animationName" in one && one.animationName === "fill"));
  await expect.poll(filling).toBe(false);
  await page.keyboard.press("1");
  await page.waitForFunction(() =>
    document.getAnimations().some((one) => "animationName" in one && one.animationName === "fill"),
  );
  await expect.poll(filling).toBe(false);
});

for (const size of [1, 10])
  test(`FRS-16 TST-18 Validate by Enter twice validates one record, ${size} on a page, and a digit twice too`, async ({
    page,
    openNewTask,
  }) => {
    const prediction = { labels: [{ class: "poetry", score: 0.9 }], agent: "m" };
    await page.clock.install();
    const setup = await openNewTask(
      { task: "TextClassification", labels: ["poetry", "prose"], records: texts(8, { prediction }) },
      pages(1, size),
    );
    const status = async (id: string) => (await setup.record(id)).status;
    await expect(row(page, 1)).toHaveAttribute("aria-current", "true");
    await holdClock(page);
    await twice(page, "Enter", 80);
    await look(page);
    await expect(row(page, 2)).toHaveAttribute("aria-current", "true");
    await expect.poll(() => status("t1")).toBe("Validated");
    expect(await status("t2")).toBe("Default");
    await twice(page, "2", 80);
    await look(page);
    await expect(row(page, 3)).toHaveAttribute("aria-current", "true");
    await expect.poll(() => status("t2")).toBe("Validated");
    expect(await status("t3")).toBe("Default");
    await row(page, 3).getByRole("button", { name: "Validate", exact: true }).dblclick();
    await look(page);
    await expect.poll(() => status("t3")).toBe("Validated");
    expect([await status("t3"), await status("t4")]).toEqual(["Validated", "Default"]);
    // The page does not delay a user who looks first.
    await row(page, 4)
      .getByRole("button", { name: /^prose/ })
      .click();
    await look(page);
    await expect.poll(() => status("t4")).toBe("Validated");
  });

test.describe("by finger", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 400, height: 800 } });

  test("FRS-16 two taps on Submit answer one record", async ({ page, api, signIn }) => {
    await page.clock.install();
    const setup = await stage(api, single, [note]);
    const person = await addPerson(api, setup, "tap");
    await signIn(person.username, person.password);
    await openSeen(page, setup);
    await action(page, "Submit").tap();
    await page.clock.runFor(150);
    await action(page, "Submit").tap();
    await look(page);
    await expect(record(page, 2)).toBeVisible();
    await expect.poll(async () => (await ownResponses(api.as(person.api_key), setup)).length).toBe(1);
    await action(page, "Submit").tap();
    await look(page);
    await expect(record(page, 3)).toBeVisible();
  });
});

test("FRS-16 TAN-14 in a list who moves the cursor to a record that stood there answers it at once", async ({
  page,
  openNewTask,
}) => {
  await page.clock.install();
  const setup = await openNewTask({ task: "TextClassification", labels: ["poetry", "prose"], records: texts(4) });
  await expect(row(page, 1)).toHaveAttribute("aria-current", "true");
  await holdClock(page);
  await page.keyboard.press("j");
  await page.keyboard.press("1");
  await look(page);
  await expect.poll(async () => (await setup.record("t2")).status).toBe("Validated");
});
