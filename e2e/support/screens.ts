import type { Locator, Page } from "@playwright/test";
import { addressOf, FIVE_QUESTIONS, GUIDELINES, LETTER_FIELDS, letter, METADATA, SUGGESTIONS } from "./annotation.ts";
import type { Api } from "./api.ts";
import { type Setup, setUp } from "./setup.ts";
import { setUpTask, type TaskSetup, texts } from "./tasks.ts";

/** Every route with its tabs and modes, for rules that hold on every screen. */

/** One dataset of every kind, with data of every sort in it. */
export type Stage = {
  readonly letters: Setup;
  readonly inbox: TaskSetup;
  readonly names: TaskSetup;
  readonly rewritten: TaskSetup;
};

export type Screen = {
  readonly name: string;
  readonly path: (stage: Stage) => string;
  /** the window title, without the product name that follows it */
  readonly title: (stage: Stage) => string;
  /** an element that is visible when the page is ready */
  readonly sign: (page: Page) => Locator;
  /** true if the screen is for users who are not signed in; it has no header */
  readonly isAnonymous?: boolean;
  /** true if another screen of this table has all its colours; that screen is checked in every theme */
  readonly hasColoursOfAnother?: boolean;
};

const LABELS = ["Card", "Payment", "Other question"];

export async function setUpStage(api: Api): Promise<Stage> {
  const letters = await setUp(api, {
    fields: LETTER_FIELDS,
    questions: FIVE_QUESTIONS,
    guidelines: GUIDELINES,
    metadata: METADATA,
    vectors: [{ name: "mini", title: "Mini", dimensions: 2 }],
    // The first of these records differs from user to user.
    records: [1, 2, 3].map((number) => letter(number, SUGGESTIONS)),
  });
  const predicted = { prediction: { agent: "model", labels: [{ class: "Card", score: 0.759 }] } };
  const inbox = await setUpTask(api, {
    task: "TextClassification",
    labels: LABELS,
    records: texts(12, { ...predicted, metadata: { ward: "Harbour" } }).map((record, at) =>
      at === 1
        ? { ...record, status: "Validated", annotation: { agent: "mara", labels: [{ class: "Card" }] } }
        : record,
    ),
  });
  const rules = `/api/datasets/${inbox.dataset}/TextClassification/labeling/rules?workspace=${inbox.workspace}`;
  await api.post(rules, { query: "number", labels: ["Card"], description: "all" });
  const words = ["Edgar", "Pryce", "left", "Port", "Chalmers", "."];
  const names = await setUpTask(api, {
    task: "TokenClassification",
    labels: ["Person", "Place"],
    records: ["n1", "n2"].map((id) => ({
      id,
      text: "Edgar Pryce left Port Chalmers.",
      tokens: words,
      prediction: { agent: "finder", entities: [{ start: 0, end: 11, label: "Person", score: 0.9 }] },
    })),
  });
  const rewritten = await setUpTask(api, {
    task: "Text2Text",
    records: ["w1", "w2"].map((id) => ({
      id,
      text: "Applications are to be submitted in duplicate.",
      prediction: { agent: "writer", sentences: [{ text: "Send two copies.", score: 0.8 }] },
    })),
  });
  return { letters, inbox, names, rewritten };
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole("heading", { name }).first();
const settingsOf = ({ letters }: Stage) => `/dataset/${letters.datasetId}/settings`;
const firstRow = (page: Page) => page.getByRole("article").first();

const tabOfSettings = (tab: string, sign: Screen["sign"], hasColoursOfAnother = true): Screen => ({
  hasColoursOfAnother,
  name: `dataset settings, ${tab}`,
  path: (stage) => `${settingsOf(stage)}#${tab}`,
  title: ({ letters }) => `${letters.dataset}, Settings`,
  sign,
});
const tabOfTaskSettings = (tab: string, sign: Screen["sign"], hasColoursOfAnother = true): Screen => ({
  hasColoursOfAnother,
  name: `settings of a task dataset, ${tab}`,
  path: ({ inbox }) => `${inbox.address}/settings#${tab}`,
  title: ({ inbox }) => `${inbox.dataset}, Settings`,
  sign,
});
const records = (name: string, of: "inbox" | "names" | "rewritten", query = "", sign = firstRow): Screen => ({
  name,
  path: (stage) => `${stage[of].address}${query}`,
  title: (stage) => stage[of].dataset,
  sign,
});

export const SCREENS: readonly Screen[] = [
  {
    name: "sign-in",
    path: () => "/sign-in",
    title: () => "Sign in",
    sign: (page) => page.getByLabel("Username"),
    isAnonymous: true,
  },
  {
    name: "invitation",
    path: () => "/invitation",
    title: () => "This is not a whole invitation link",
    sign: heading("This is not a whole invitation link"),
    isAnonymous: true,
    hasColoursOfAnother: true,
  },
  {
    name: "list",
    path: ({ letters }) => `/datasets?workspaces=${letters.workspace}`,
    title: () => "Datasets",
    sign: (page) => page.getByRole("row").or(page.getByRole("article")).first(),
  },
  {
    name: "list without a match",
    path: () => "/datasets?search=zebra",
    title: () => "Datasets",
    sign: (page) => page.getByText("0 datasets match").first(),
    hasColoursOfAnother: true,
  },
  {
    name: "new dataset without a file",
    path: () => "/datasets/by-hand",
    title: () => "New dataset without a file",
    sign: heading("New dataset without a file"),
    hasColoursOfAnother: true,
  },
  { name: "user settings", path: () => "/user-settings", title: () => "User settings", sign: heading("User settings") },
  {
    name: "feedback annotation",
    path: ({ letters }) => addressOf(letters),
    title: ({ letters }) => letters.dataset,
    sign: (page) => page.getByRole("region", { name: "Record 1" }),
  },
  {
    name: "feedback annotation, no drafts",
    path: ({ letters }) => `${addressOf(letters)}?status=draft`,
    title: ({ letters }) => letters.dataset,
    sign: heading("No drafts."),
    hasColoursOfAnother: true,
  },
  tabOfSettings("info", heading("Guidelines")),
  tabOfSettings("fields", (page) => page.getByLabel("Title").first()),
  tabOfSettings("questions", (page) => page.getByLabel("Title").first(), false),
  tabOfSettings("metadata", (page) => page.getByText("Visible for annotators").first()),
  tabOfSettings("vectors", (page) => page.getByRole("textbox").first()),
  tabOfSettings("danger", heading("Delete this dataset"), false),
  records("text classification", "inbox"),
  records("text classification, explored", "inbox", "?viewMode=explore"),
  records("labeling rules", "inbox", "?viewMode=labelling-rules"),
  records("token classification", "names"),
  records("text to text", "rewritten"),
  tabOfTaskSettings("info", (page) => page.getByText("Use it from Python")),
  tabOfTaskSettings("labels", (page) => page.getByLabel("New labels"), false),
  tabOfTaskSettings("danger", heading("Delete this dataset")),
  { name: "people", path: () => "/people?search=owner", title: () => "People", sign: heading("People") },
  {
    name: "workspaces",
    // Other tests made hundreds of workspaces, and Tab goes through every shown row.
    path: ({ letters }) => `/workspaces?search=${letters.workspace}`,
    title: () => "Workspaces",
    sign: heading("Workspaces"),
  },
  {
    name: "people from a file",
    path: () => "/people?file=open",
    title: () => "Invite from a file",
    sign: heading("Drop a CSV here"),
  },
  {
    name: "recently deleted",
    path: ({ letters }) => `/recently-deleted?search=${letters.workspace}`,
    title: () => "Recently deleted",
    sign: heading("Recently deleted"),
    hasColoursOfAnother: true,
  },
  {
    name: "records added from a file",
    path: ({ letters }) => `/dataset/${letters.datasetId}/add-records`,
    title: ({ letters }) => `Add records to ${letters.dataset}`,
    sign: heading("What adding does"),
  },
  {
    name: "records added from a file to a task dataset",
    path: ({ inbox }) => `/datasets/${inbox.workspace}/${inbox.dataset}/add-records`,
    title: ({ inbox }) => `Add records to ${inbox.dataset}`,
    sign: heading("What adding does"),
    hasColoursOfAnother: true,
  },
  { name: "audit", path: () => "/audit", title: () => "Audit", sign: heading("Audit") },
  { name: "webhooks", path: () => "/webhooks", title: () => "Webhooks", sign: heading("Webhooks") },
  {
    name: "error page",
    path: () => "/nowhere",
    title: () => "This page could not be found",
    sign: (page) => page.getByText("This page could not be found", { exact: true }),
  },
];
