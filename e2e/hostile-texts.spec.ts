import type { Locator, Page } from "@playwright/test";
import { addressOf, openDataset, record } from "./support/annotation.ts";
import { ELSEWHERE, HOSTILE, type HostileText } from "./support/hostile-texts.ts";
import { addPerson, labels, type Setup, setUp } from "./support/setup.ts";
import { setUpTask, taskPath } from "./support/tasks.ts";
import { expect, LONG, test as plain } from "./support/test.ts";

/**
 * Hundreds of texts that have run scripts elsewhere, in every place that shows a user's text (FAN-25). The content policy is
 * off, so the page itself must remove the harmful parts.
 */

type Watched = {
  /** The texts that ran, and the requests to other hosts. */
  readonly found: () => Promise<{ readonly ran: readonly string[]; readonly asked: readonly string[] }>;
};

const test = plain.extend<{ readonly watched: Watched }>({
  watched: [
    async ({ context, page, baseURL }, use) => {
      const asked: string[] = [];
      const ran: string[] = [];
      const own = new URL(baseURL ?? "");
      await context.exposeFunction("ran", (name: string) => void ran.push(name));
      await context.route(
        (url) => url.host !== own.host && url.protocol.startsWith("http"),
        (route) => {
          asked.push(route.request().url());
          return route.abort();
        },
      );
      page.on("dialog", (dialog) => {
        ran.push(`dialog ${dialog.message()}`);
        return dialog.dismiss();
      });
      page.on("popup", (popup) => void ran.push(`window ${popup.url()}`));
      await use({ found: async () => ({ ran, asked }) });
    },
    { auto: true },
  ],
});
test.use({ bypassCSP: true });

const MARKDOWN = ".postil-markdown";
/** Events from a user's input, from the view and from timers. */
const EVENTS = [
  ...[
    "mouseover",
    "mouseenter",
    "mousemove",
    "pointerover",
    "pointerenter",
    "focus",
    "focusin",
    "keydown",
    "keyup",
    "input",
  ],
  ...[
    "toggle",
    "animationstart",
    "animationend",
    "transitionend",
    "load",
    "error",
    "wheel",
    "scroll",
    "copy",
    "paste",
    "drop",
  ],
  ...[
    "dblclick",
    "contextmenu",
    "mousedown",
    "mouseup",
    "touchstart",
    "blur",
    "begin",
    "play",
    "loadstart",
    "beforetoggle",
  ],
];
/** A text must not bring any of these elements or the page's own elements. */
const FORBIDDEN =
  "script style link meta base iframe frame frameset object embed applet svg:not([aria-hidden]) math form input textarea select video audio source track template portal dialog marquee body html head"
    .split(" ")
    .join(",");

/**
 * The forbidden parts that a place shows: elements in rendered markdown, and handlers and addresses anywhere. Every event is
 * fired on every element of a text.
 */
const brought = (place: Locator) =>
  place.evaluateAll(
    (roots, [names, events, drawn]) => {
      const addresses = new Set("href src action formaction xlink:href srcset background poster data ping".split(" "));
      const isSafe = (value: string) => /^(?:https?:|mailto:|tel:|#|\/(?!\/)|data:image\/)/i.test(value);
      const elements = roots.flatMap((root) => [...root.querySelectorAll("*")]);
      const ofTexts = elements.filter((element) => element.closest(drawn) !== null);
      for (const element of ofTexts) for (const event of events) element.dispatchEvent(new Event(event));
      const strangers = ofTexts.filter((element) => element.matches(names)).map((element) => element.outerHTML);
      const attributes = elements
        .flatMap((element) => [...element.attributes])
        .filter(({ name, value }) => name.startsWith("on") || (addresses.has(name) && !isSafe(value)));
      return [...strangers, ...attributes.map(({ name, value }) => `${name}=${value}`)].map((told) =>
        told.slice(0, 200),
      );
    },
    [FORBIDDEN, EVENTS, MARKDOWN] as const,
  );

const markdown = (within: Page | Locator): Locator => within.locator(MARKDOWN);
const ANSWER = {
  name: "answer",
  title: "Fine?",
  required: true,
  settings: { type: "label_selection", options: labels("yes", "no") },
} as const;

/** Expects that no text ran or sent a request, and that the page and its address did not change. */
async function expectHarmless(page: Page, watched: Watched, place: Locator): Promise<void> {
  await expect(place.first()).toBeVisible();
  const address = page.url();
  expect(await brought(place)).toEqual([]);
  // Waits for work that a handler has delayed.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))));
  expect(await watched.found()).toEqual({ ran: [], asked: [] });
  expect(page.url()).toBe(address);
  expect(await page.evaluate(() => [typeof document.getElementById, location.protocol])).toEqual(["function", "http:"]);
}

test("FAN-25 the stage itself: without the content policy a handler runs and a picture is asked for", async ({
  page,
  watched,
}) => {
  await page.goto("/sign-in");
  await page.evaluate((host) => {
    const element = document.createElement("div");
    element.innerHTML = `<img src="https://${host}/a.png"><img src="/no-such.png" onerror="ran('stage')">`;
    document.body.append(element);
  }, ELSEWHERE);
  await expect.poll(async () => (await watched.found()).ran).toEqual(["stage"]);
  expect((await watched.found()).asked).toEqual([`https://${ELSEWHERE}/a.png`]);
});

/** Makes one field for each text, so that no text hides the next. */
async function setUpFields(api: Parameters<typeof setUp>[0], texts: readonly HostileText[]): Promise<Setup> {
  const fields = texts.map(({ name, text }, at) => ({
    name,
    title: text.trim().slice(0, 200),
    required: at === 0,
    markdown: true,
  }));
  return setUp(api, {
    fields,
    questions: [ANSWER],
    records: [{ fields: Object.fromEntries(texts.map(({ name, text }) => [name, text])) }],
  });
}

/** The kinds of one test are steps of it: they share the page and its owner, not the dataset. */
const KINDS = [...new Set(HOSTILE.map(({ name }) => name.replace(/-\d+$/, "")))];
for (const kinds of [KINDS.slice(0, 3), KINDS.slice(3, 6), KINDS.slice(6)])
  test(`FAN-25 hostile texts of the kinds ${kinds.join(", ")} in fields, titles and rows: nothing runs, nothing is asked for`, async ({
    page,
    api,
    signIn,
    watched,
  }) => {
    await signIn();
    for (const kind of kinds)
      await test.step(kind, async () => {
        const texts = HOSTILE.filter(({ name }) => name.startsWith(`${kind}-`));
        const setup = await setUpFields(api, texts);
        await openDataset(page, setup);
        await expect(markdown(record(page, 1))).toHaveCount(texts.length);
        await expectHarmless(page, watched, record(page, 1));
        await page.goto(`${addressOf(setup)}?page=1~10`);
        await expectHarmless(page, watched, page.getByRole("grid", { name: "Records" }));
      });
  });

/** The texts for the other places, which draw them with the same code: all of them in a long run, else some of each kind. */
const SOME = HOSTILE.filter(({ name }) => LONG || Number(/\d+$/.exec(name)?.[0]) % 8 === 0);

/** The texts one after the other, in pieces of at most `most` characters. */
function joined(most: number): string[] {
  const pieces = [""];
  for (const { name, text } of SOME) {
    const more = `${text}\n\n`;
    // Skips this text, because it would hide all later text.
    if (name === "tags-66") continue;
    if ((pieces.at(-1) ?? "").length + more.length > most) pieces.push("");
    pieces[pieces.length - 1] += more;
  }
  return pieces;
}

test("FAN-25 FSE-22 hostile guidelines, in the drawer and in the settings, for who reads and who writes them", async ({
  page,
  api,
  signIn,
  watched,
}) => {
  test.setTimeout(120_000);
  const setup = await setUp(api, { questions: [ANSWER], records: [{ fields: { text: "words" } }] });
  const admin = await addPerson(api, setup, "writer", "admin");
  await signIn(admin.username, admin.password);
  for (const guidelines of joined(9_900)) {
    await api.patch(`/api/v1/datasets/${setup.datasetId}`, { guidelines });
    await openDataset(page, setup);
    await page.getByRole("button", { name: /^Guidelines/ }).click();
    await expectHarmless(page, watched, markdown(page.getByRole("region", { name: "Guidelines" })));
    await page.goto(`/dataset/${setup.datasetId}/settings`);
    await expectHarmless(page, watched, page.getByRole("main"));
  }
});

test("FAN-25 FQU-20 hostile suggestions and answers of text questions, drawn as markdown", async ({
  page,
  api,
  signIn,
  watched,
}) => {
  const pieces = joined(4_000);
  const setup = await setUp(api, {
    questions: pieces.map((_, at) => ({
      name: `words-${at}`,
      title: `Words ${at}`,
      required: at === 0,
      settings: { type: "text", use_markdown: true },
    })),
    records: [
      {
        fields: { text: "words" },
        suggestions: Object.fromEntries(pieces.map((value, at) => [`words-${at}`, { value, agent: "hostile" }])),
      },
    ],
  });
  const person = await addPerson(api, setup, "answers");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  await expect(markdown(page).first()).toBeVisible();
  await expectHarmless(page, watched, markdown(page));
  const mine = api.as(person.api_key);
  const { items } = await mine.get<{ items: { id: string }[] }>(`/api/v1/me/datasets/${setup.datasetId}/records`);
  const values = Object.fromEntries(pieces.map((value, at) => [`words-${at}`, { value }]));
  await mine.post(`/api/v1/records/${items[0]?.id}/responses`, { status: "submitted", values });
  await page.goto(`${addressOf(setup)}?status=submitted`);
  await expect(record(page, 1)).toBeVisible();
  await expectHarmless(page, watched, record(page, 1));
  await expectHarmless(page, watched, markdown(page));
});

test("FAN-25 hostile texts of task records, labels and metadata are words there, in the list, the record and the settings", async ({
  page,
  api,
  signIn,
  watched,
}) => {
  const texts = SOME.map(({ text }) => text);
  const names = texts.filter((text) => text.length < 120).slice(0, 150);
  const setup = await setUpTask(api, {
    task: "TextClassification",
    labels: names,
    role: "admin",
    records: texts.map((text, at) => ({
      id: `r${at}`,
      inputs: { text, [`<img src=x onerror=ran('key-${at % 5}')>`]: text },
      metadata: { kind: text.slice(0, 100) },
      prediction: { agent: "<script>ran('agent')</script>", labels: [{ class: names[at % names.length], score: 0.5 }] },
    })),
    tags: { "<script>ran('tag')</script>": "<img src=x onerror=ran('tag')>" },
  });
  await signIn(setup.person.username, setup.person.password);
  await page.goto("/datasets");
  await expectHarmless(page, watched, page.getByRole("main"));
  for (let shown = 1; shown <= Math.ceil(texts.length / 100); shown++) {
    await page.goto(`${setup.address}?page=${shown}~100`);
    await expectHarmless(page, watched, page.getByRole("article"));
  }
  await page.goto(`${setup.address}/settings`);
  await expectHarmless(page, watched, page.getByRole("main"));
  expect(await api.get(taskPath(setup))).toMatchObject({ name: setup.dataset });
});
