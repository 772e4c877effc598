import type { Page } from "@playwright/test";
import { chosen, openDataset, option, ownResponses, question, record, said } from "./support/annotation.ts";
import { addPerson, labels, type Setup, setUp } from "./support/setup.ts";
import { expect, MAIN_IN_LONG, test } from "./support/test.ts";

/**
 * The fast lane: one question, one key a record; and questions with thousands of labels (design/keys.md#labeling,
 * design/questions.md#labels).
 */

const TITLE = "What does the text want?";
const texts = Array.from({ length: 14 }, (_, at) => ({ fields: { text: `Text number ${at + 1}.` } }));
const asked = (settings: unknown) => ({
  questions: [{ name: "answer", title: TITLE, required: true, settings }],
  records: texts,
});

/** Delays every API call by half a second. Returns a function that waits for the open calls and removes the delay. */
async function slowDown(page: Page): Promise<() => Promise<void>> {
  const open = new Set<Promise<void>>();
  await page.route("**/api/**", (route) => {
    const call = new Promise<void>((resolve) => setTimeout(resolve, 500)).then(() => route.continue());
    open.add(call);
    return call;
  });
  return async () => {
    await Promise.all(open);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  };
}

/** The time from a key press to the first frame that shows the text, ms. */
async function timeToShow(page: Page, key: string, text: string): Promise<number> {
  await page.evaluate((wanted) => {
    const shown = () => document.querySelector(`[aria-label="${wanted}"]`) !== null;
    Object.assign(window, {
      took: new Promise((resolve) => {
        window.addEventListener(
          "keydown",
          ({ timeStamp }) => {
            const look = () => (shown() ? resolve(performance.now() - timeStamp) : requestAnimationFrame(look));
            requestAnimationFrame(look);
          },
          { once: true, capture: true },
        );
      }),
    });
  }, text);
  await page.keyboard.press(key);
  // The promise that the first evaluation left behind.
  return page.evaluate(() => (window as unknown as { took: Promise<number> }).took);
}

test("API-07 FRS-13 a number answers and submits, and the next record is there before the server has heard of it", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setUp(api, asked({ type: "rating", options: [1, 2, 3, 4, 5].map((value) => ({ value })) }));
  const person = await addPerson(api, setup, "quick");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  const atOnceAgain = await slowDown(page);
  const times: number[] = [];
  for (let number = 1; number <= 8; number++) {
    times.push(await timeToShow(page, String((number % 5) + 1), `Record ${number + 1}`));
    await expect(record(page, number + 1)).toBeVisible();
  }
  await expect(said(page, /Saving \d…/)).toBeAttached();
  // This is far below the time of one call. The benchmark checks the exact figure.
  expect(times.toSorted((a, b) => a - b)[4]).toBeLessThan(150);
  await atOnceAgain();
  await expect.poll(() => ownResponses(api.as(person.api_key), setup)).toHaveLength(8);
  const stored = await ownResponses(api.as(person.api_key), setup);
  expect(stored.every(({ status }) => status === "submitted")).toBe(true);
  expect(stored.map(({ values }) => values?.answer?.value).sort()).toEqual([1, 2, 2, 3, 3, 4, 4, 5]);

  // With the pointer a choice is only a choice, and with the preference off a number too.
  await option(page, TITLE, "2").click();
  await expect(record(page, 9)).toBeVisible();
  await chosen(option(page, TITLE, "2"));
  await page.getByRole("button", { name: /Open menu/ }).click();
  await page.getByRole("menuitem", { name: "User settings" }).click();
  await page.getByRole("switch", { name: "Submit on choice" }).click();
  await openDataset(page, setup);
  await page.keyboard.press("3");
  await chosen(option(page, TITLE, "3"));
  await expect(record(page, 1)).toBeVisible();
});

test("FAN-37 after going back and after Undo the number of what is chosen submits it again and takes nothing away", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setUp(api, asked({ type: "rating", options: [1, 2, 3, 4, 5].map((value) => ({ value })) }));
  const person = await addPerson(api, setup, "again");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  await page.keyboard.press("4");
  await expect(record(page, 2)).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(record(page, 1)).toBeVisible();
  await chosen(option(page, TITLE, "4"));
  await page.keyboard.press("4");
  await expect(record(page, 2)).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(record(page, 1)).toBeVisible();
  await page.keyboard.press("4");
  await expect(record(page, 2)).toBeVisible();
  await expect.poll(() => ownResponses(api.as(person.api_key), setup)).toHaveLength(1);
  expect((await ownResponses(api.as(person.api_key), setup))[0]).toMatchObject({
    ...{ status: "submitted", values: { answer: { value: 4 } } },
  });
});

test("FAN-24 of fifteen labels 1 and 2 in a row are label 12; of nine labels 1 is taken at once", {
  tag: MAIN_IN_LONG,
}, async ({ page, api, signIn }) => {
  const of = (count: number) => labels(...Array.from({ length: count }, (_, at) => `label ${at + 1}`));
  const comment = { name: "comment", title: "Comment", settings: { type: "text", use_markdown: false } };
  const stage = async (count: number): Promise<Setup> => {
    const options = asked({ type: "label_selection", options: of(count), visible_options: null });
    return setUp(api, { ...options, questions: [...options.questions, comment] });
  };
  const [fifteen, nine] = [await stage(15), await stage(9)];
  const person = await addPerson(api, fifteen, "digits");
  await api.post(`/api/v1/workspaces/${nine.workspaceId}/users`, { user_id: person.id });
  await signIn(person.username, person.password);
  await openDataset(page, fifteen);
  // Types as people do: the second key goes down before the first is up. A slow driver cannot add a pause.
  await Promise.all([page.keyboard.press("1"), page.keyboard.press("2")]);
  await chosen(option(page, TITLE, "label 12"));
  await chosen(option(page, TITLE, "label 1"), false);
  await openDataset(page, nine);
  await page.keyboard.press("1");
  // No second digit can follow, so the page does not wait.
  expect(await option(page, TITLE, "label 1").getAttribute("aria-pressed")).toBe("true");
});

test("FAN-22 FAN-23 FAN-29 a question of 10,000 labels opens, finds and chooses, and its numbers are those of the full list", async ({
  page,
  api,
  signIn,
}) => {
  const names = Array.from({ length: 10_000 }, (_, at) => `intent ${String(at + 1).padStart(5, "0")}`);
  const setup = await setUp(api, asked({ type: "label_selection", options: labels(...names), visible_options: null }));
  const person = await addPerson(api, setup, "many");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  const find = question(page, TITLE).getByRole("searchbox", { name: "Find a label" });
  await expect(find).toBeFocused();
  await expect(option(page, TITLE, "intent 00001")).toBeVisible();
  // Only the options in view are in the DOM.
  expect(await question(page, TITLE).getByRole("button").count()).toBeLessThan(200);
  await page.keyboard.type("09876");
  await expect(said(page, "1 label found")).toBeAttached();
  await expect(option(page, TITLE, "intent 09876")).toHaveAttribute("aria-keyshortcuts", "9876");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Enter");
  await expect(record(page, 2)).toBeVisible();
  await expect
    .poll(() =>
      ownResponses(api.as(person.api_key), setup).then((own) => own.map(({ status, values }) => [status, values])),
    )
    .toEqual([["submitted", { answer: { value: "intent 09876" } }]]);
  await expect(find).toHaveValue("");
  await find.fill("intent 0500");
  await option(page, TITLE, "intent 05004").click();
  await chosen(option(page, TITLE, "intent 05004"));
  await find.fill("");
  // Scrolled to the last one and back.
  await option(page, TITLE, "intent 00001").hover();
  await page.mouse.wheel(0, 10_000_000);
  await expect(option(page, TITLE, "intent 10000")).toBeVisible();
});

test.describe("with the time that a record has to be seen", () => {
  test.use({ preferences: {} });

  test("FAN-24 design/keys.md#labeling a number answers one record: Enter after it and a key held down answer no other, unseen", async ({
    page,
    api,
    signIn,
  }) => {
    const { questions, records } = asked({
      type: "label_selection",
      options: labels("one", "two", "three"),
      visible_options: null,
    });
    const suggestions = { answer: { value: "three", agent: "critic-2" } };
    const setup = await setUp(api, { questions, records: records.map((record) => ({ ...record, suggestions })) });
    const person = await addPerson(api, setup, "tail");
    await signIn(person.username, person.password);
    await openDataset(page, setup);
    const values = () =>
      ownResponses(api.as(person.api_key), setup).then((own) => own.map(({ values }) => values?.answer?.value));
    const look = async () =>
      page.waitForFunction((since) => performance.now() - since > 400, await page.evaluate(() => performance.now()));
    await look();
    await page.keyboard.press("1");
    await page.keyboard.press("Enter");
    await expect(record(page, 2)).toBeVisible();
    await expect.poll(values).toEqual(["one"]);
    await look();
    // A repeated keydown without a keyup is a held key for the browser.
    for (let press = 0; press < 8; press++) await page.keyboard.down("2");
    await page.keyboard.up("2");
    await expect(record(page, 3)).toBeVisible();
    await expect.poll(values).toEqual(expect.arrayContaining(["one", "two"]));
    expect(await values()).toHaveLength(2);
    // Later it is a key of its own, for what has been read.
    await look();
    await page.keyboard.press("Enter");
    await expect(record(page, 4)).toBeVisible();
  });
});

test.describe("only the next few records are there", () => {
  test.use({ preferences: { seenAfter: 0, mostAhead: 0 } });

  test("FAN-24 FQU-19 while the next record is on its way, keys change nothing on the one that was answered", async ({
    page,
    api,
    signIn,
  }) => {
    const setup = await setUp(api, asked({ type: "rating", options: [1, 2, 3].map((value) => ({ value })) }));
    const person = await addPerson(api, setup, "ahead");
    await signIn(person.username, person.password);
    await openDataset(page, setup);
    const { promise: asking, resolve: letGo } = Promise.withResolvers<void>();
    await page.route("**/me/datasets/*/records?*", async (route) => {
      await asking;
      await route.continue();
    });
    for (let number = 1; number <= 9; number++) {
      await page.keyboard.press("1");
      await expect(record(page, number + 1)).toBeVisible();
    }
    await page.keyboard.press("1");
    await expect(said(page, "The next one is on its way…")).toBeVisible();
    await page.keyboard.press("2");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("3");
    await chosen(option(page, TITLE, "1"));
    letGo();
    await expect(record(page, 11)).toBeVisible();
    await expect
      .poll(() =>
        ownResponses(api.as(person.api_key), setup).then((own) => own.map(({ values }) => values?.answer?.value)),
      )
      .toEqual(Array(10).fill(1));
  });
});

test("FAN-25 design/questions.md what is typed on an empty text question is written there, and no letter of it is a command", async ({
  page,
  api,
  signIn,
}) => {
  const { questions, records } = asked({
    type: "label_selection",
    options: labels("good", "bad"),
    visible_options: null,
  });
  const notes = { name: "notes", title: "Notes", required: false, settings: { type: "text", use_markdown: true } };
  const setup = await setUp(api, {
    questions: [...questions, notes],
    records: records.map((record) => ({ ...record, suggestions: { answer: { value: "bad", agent: "critic-2" } } })),
  });
  const person = await addPerson(api, setup, "notes");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  await page.keyboard.press("1");
  await page.keyboard.type("all sales are final");
  await expect(question(page, "Notes").getByRole("textbox")).toHaveValue("all sales are final");
  await expect(record(page, 1)).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(record(page, 2)).toBeVisible();
  await expect
    .poll(() => ownResponses(api.as(person.api_key), setup).then((own) => own.map(({ values }) => values)))
    .toEqual([{ answer: { value: "good" }, notes: { value: "all sales are final" } }]);
});

test("FAN-28 FAN-12 suggested spans are drawn in the text and go out with what is accepted", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const { questions, records } = asked({ type: "rating", options: [1, 2, 3].map((value) => ({ value })) });
  const settings = { type: "span", field: "text", options: labels("town", "river"), allow_overlapping: false };
  const span = { name: "places", title: "Mark the places", required: false, settings };
  const spans = [{ start: 0, end: 4, label: "town" }];
  const suggestions = {
    answer: { value: 3, agent: "critic-2" },
    places: { value: spans, agent: "critic-2", score: [0.8] },
  };
  const setup = await setUp(api, {
    questions: [...questions, span],
    records: records.map((record) => ({ ...record, suggestions })),
  });
  const person = await addPerson(api, setup, "spans");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  await expect(page.getByRole("button", { name: "“Text”, town: change or remove" })).toBeVisible();
  await expectAccessible();
  await page.keyboard.press("a");
  await expect(record(page, 2)).toBeVisible();
  await question(page, "Mark the places").getByRole("button", { name: "Clear" }).click();
  await page.keyboard.press("Control+Enter");
  await expect(record(page, 3)).toBeVisible();
  const answers = () => ownResponses(api.as(person.api_key), setup).then((own) => own.map(({ values }) => values));
  await expect.poll(answers).toEqual(
    expect.arrayContaining([
      { answer: { value: 3 }, places: { value: spans } },
      { answer: { value: 3 }, places: { value: [] } },
    ]),
  );
  expect(await answers()).toHaveLength(2);
});
