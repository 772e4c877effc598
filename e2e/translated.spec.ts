import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { addressOf, openDataset, option, ownResponses, record } from "./support/annotation.ts";
import { SCREENS, setUpStage } from "./support/screens.ts";
import { addPerson, labels, setUp } from "./support/setup.ts";
import { row, texts } from "./support/tasks.ts";
import { expect, LONG, MAIN_IN_LONG, test } from "./support/test.ts";

/** Pages that the browser, or an extension, has translated for a reader of another language (I18-05). */

const SCRIPT = readFileSync(new URL("support/translate-page.js", import.meta.url), "utf8");
type Way = { readonly inPlace: boolean };
declare global {
  interface Window {
    translatePage: (way: Way) => void;
  }
}

const WAYS = [
  ["as elements", { inPlace: false }],
  ["in place", { inPlace: true }],
] as const;

async function translate(page: Page, way: Way): Promise<void> {
  await page.evaluate(SCRIPT);
  await page.evaluate((wanted) => window.translatePage(wanted), way);
}

/** Selects the buttons that open a menu, a list, a dialog or a drawer. */
const OPENERS = "button:is([aria-haspopup], [aria-expanded=false])";
const OPENED = ":is([aria-expanded=true], [role=dialog], [role=menu], [role=listbox])";

/** Expects that the page shows no error screen. */
const alive = (page: Page) => expect(page.getByRole("heading", { name: "Something went wrong." })).toHaveCount(0);

const MANY = labels(...Array.from({ length: 115 }, (_, at) => `intent ${at}`));

for (const [name, way] of WAYS) {
  test(`I18-05 ERR-15 a translated record is labeled by keys and found labels; what is stored is what was judged: ${name}`, {
    tag: way.inPlace ? MAIN_IN_LONG : "@main",
  }, async ({ page, api, signIn }) => {
    const setup = await setUp(api, {
      guidelines: "Read all of it.",
      questions: [
        {
          name: "answer",
          title: "What is wanted?",
          required: true,
          settings: { type: "label_selection", options: MANY, visible_options: 10 },
        },
        { name: "note", title: "Note", settings: { type: "text", use_markdown: false } },
      ],
      records: ["Kim is in Rome today.", "Lee is in Oslo."].map((text) => ({ fields: { text } })),
    });
    const person = await addPerson(api, setup, "translated");
    await signIn(person.username, person.password);
    await openDataset(page, setup);
    await translate(page, way);
    await page.keyboard.press("g");
    await page.keyboard.press("Escape");
    await alive(page);
    const find = page.locator("input[type=search], [role=searchbox]").last();
    await find.pressSequentially("inten", { delay: 5 });
    await find.fill("");
    await find.pressSequentially("intent 42", { delay: 5 });
    await alive(page);
    await option(page, "What is wanted?", "intent 42").click();
    await page.keyboard.press("Control+Enter");
    await expect(record(page, 2)).toBeVisible();
    const values = async () =>
      (await ownResponses(api.as(person.api_key), setup)).map((one) => one.values?.answer?.value);
    await expect.poll(values).toEqual(["intent 42"]);
    await expect(record(page, 2).getByText(/^(Kim is in Rome today|Lee is in Oslo)\.$/)).toBeVisible();
    await alive(page);
    await expect(record(page, 2).getByRole("heading", { name: "Text", exact: true })).toBeVisible();
    await page.goto(`${addressOf(setup)}?page=1~10&status=submitted`);
    const text = page.getByText(/^(Kim is in Rome today|Lee is in Oslo)\.$/);
    await expect(text).toBeVisible();
    await translate(page, way);
    await expect(text).toBeVisible();
  });

  // Both ways in a long run, else one for spans and the other for task records.
  if (LONG || !way.inPlace)
    test(`I18-05 TAN-09 spans in a translated page are of the text that stands there: ${name}`, {
      tag: "@main",
    }, async ({ page, api, signIn }) => {
      const setup = await setUp(api, {
        questions: [
          {
            name: "marks",
            title: "Mark places",
            required: true,
            settings: { type: "span", field: "text", options: labels("place", "person"), allow_overlapping: false },
          },
        ],
        records: [{ fields: { text: "Kim is in Rome today." } }],
      });
      const person = await addPerson(api, setup, "spans");
      await signIn(person.username, person.password);
      await openDataset(page, setup);
      await translate(page, way);
      await page.keyboard.press("w");
      await page.keyboard.press("Escape");
      await alive(page);
      const text = page.getByText("Kim is in Rome today.", { exact: true });
      await expect(text).toBeVisible();
      const box = await text.evaluate((element) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const at = node.textContent?.indexOf("Rome") ?? -1;
          if (at < 0) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 4);
          const { left, right, top, height } = range.getBoundingClientRect();
          return { left, right, y: top + height / 2 };
        }
        throw new Error("Rome is not there.");
      });
      await page.mouse.move(box.left + 2, box.y);
      await page.mouse.down();
      await page.mouse.move(box.right - 2, box.y, { steps: 5 });
      await page.mouse.up();
      await page.keyboard.press("1");
      await page.keyboard.press("Enter");
      await alive(page);
      const spans = async () =>
        (await ownResponses(api.as(person.api_key), setup)).map((one) => one.values?.marks?.value);
      await expect.poll(spans).toEqual([[expect.objectContaining({ start: 10, end: 14, label: "place" })]]);
    });

  if (LONG || way.inPlace)
    test(`I18-05 task records in a translated page: keys, rules and tokens go on working: ${name}`, async ({
      page,
      openNewTask,
    }) => {
      const setup = await openNewTask({ task: "TextClassification", labels: ["Waste", "Noise"], records: texts(4) });
      await translate(page, way);
      await page.keyboard.press("2");
      await expect.poll(async () => (await setup.record("t1")).annotation?.labels?.[0]?.class).toBe("Noise");
      await expect(row(page, 2)).toBeVisible();
      await page.keyboard.press("g");
      await page.keyboard.press("Escape");
      await alive(page);
      await page.goto(`${setup.address}?viewMode=labelling-rules`);
      const query = page.getByRole("search").getByRole("searchbox");
      await query.waitFor();
      await translate(page, way);
      await query.fill("number");
      await query.press("Enter");
      await expect(page).toHaveURL(/number/);
      await alive(page);
    });
}

/** Words of the user data, such as texts, labels and names. The page's own texts have none of them (I18-05). */
const JUDGED = [
  ...["swifts", "loggers", "letters page", "Fully", "Tone", "critic-2", "Draft answer"],
  ...["Edgar", "Pryce", "Chalmers", "Payment", "Letter number", "Applications", "two copies"],
  ...["stage-\\d", "tasks-\\d", "letters-\\d", "dataset-\\d", "mara"],
];

/** One of them as a translator leaves it. */
const CHANGED = new RegExp(JUDGED.map((word) => word.replace(/[a-z]{3,}/gi, "$&eux")).join("|"));

/** The visible ones of these words, and the places where a translator has changed one. */
const judgedWords = (page: Page) =>
  page.evaluate(
    ({ words, source }) => {
      const changed = new RegExp(source);
      const found: string[] = [];
      for (const font of document.querySelectorAll<HTMLElement>("font > font")) {
        const around = font.parentElement?.parentElement;
        if (changed.test(font.textContent) && font.checkVisibility()) found.push(around?.outerHTML.slice(0, 200) ?? "");
      }
      const text = document.body.innerText;
      return { seen: words.filter((word) => new RegExp(word).test(text)), translated: [...new Set(found)] };
    },
    { words: JUDGED, source: CHANGED.source },
  );

/** The tooltip of each control while it has the focus, as a translator leaves it. */
const tooltips = (page: Page) =>
  page.evaluate(async () => {
    const said: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>(":is(button, a)[aria-label]")) {
      control.focus();
      // It is drawn, and then translated, before the next task.
      await new Promise((drawn) => setTimeout(drawn));
      const tooltip = document.querySelector<HTMLElement>("[role=tooltip]");
      if (tooltip !== null) said.push(tooltip.innerText);
      control.blur();
      await new Promise((gone) => setTimeout(gone));
    }
    return said;
  });

/** In a long run each screen, else those that are of a kind of their own. */
const WALKED = SCREENS.filter(({ hasColoursOfAnother }) => LONG || !hasColoursOfAnother);

test("I18-05 ERR-15 each screen lives on translated, whatever is opened on it, and no name or text of the data is another", async ({
  page,
  api,
  signIn,
}) => {
  test.setTimeout(300_000);
  const stage = await setUpStage(api);
  const [faults, opened, seen] = [[] as string[], [] as string[], new Set<string>()];
  let tips = 0;
  page.on("pageerror", ({ message }) => faults.push(message));
  for (const isAnonymous of [true, false]) {
    if (!isAnonymous) await signIn();
    for (const screen of WALKED.filter((one) => (one.isAnonymous ?? false) === isAnonymous))
      await test.step(screen.name, async () => {
        // A change of the hash alone would leave the page as it was translated before.
        await page.goto("about:blank");
        await page.goto(screen.path(stage));
        await expect(screen.sign(page)).toBeVisible();
        await translate(page, { inPlace: false });
        const look = async (what: string) => {
          const words = await judgedWords(page);
          for (const word of words.seen) seen.add(word);
          expect(words.translated, `${screen.name}, ${what}`).toEqual([]);
        };
        await look("at first");
        const said = await tooltips(page);
        const translated = said.filter((tip) => CHANGED.test(tip));
        expect(translated, `${screen.name}, tooltips`).toEqual([]);
        tips += said.length;
        // The other screens have the same header, so only their main part is checked.
        const within = ["list", "feedback annotation"].includes(screen.name)
          ? page.locator("body")
          : page.getByRole("main");
        for (const opener of await within.locator(OPENERS).elementHandles()) {
          if (!(await opener.isVisible())) continue;
          await opener.evaluate((button: HTMLElement) => button.click());
          // The opened part first loads its code. Waits until it shows no loading bones.
          await expect(page.locator(OPENED).first()).toBeVisible();
          await expect(page.locator(`${OPENED} [aria-busy=true]`)).toHaveCount(0);
          opened.push(screen.name);
          await look((await opener.textContent()) ?? "");
          await page.keyboard.press("Escape");
        }
        // Suggestions and counts have come by now.
        await look("at last");
        await alive(page);
        expect(faults, screen.name).toEqual([]);
      });
  }
  expect(opened.length).toBeGreaterThan(WALKED.length);
  expect(tips).toBeGreaterThan(2 * WALKED.length);
  expect([...seen].toSorted()).toEqual(JUDGED.toSorted());
});
