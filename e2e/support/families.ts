import { expect, type Locator, type Page } from "@playwright/test";
import { addressOf, ownResponses, record } from "./annotation.ts";
import type { Api } from "./api.ts";
import { addPerson, labels, type Setup, setUp } from "./setup.ts";
import { row, type TaskSetup, type TaskWireRecord, taskPath } from "./tasks.ts";

/** A user who types an answer, in both dataset families. The same faults are tested in both. */

export type Person = Awaited<ReturnType<typeof addPerson>>;

export type Family = {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
  /** The first record. */
  readonly first: (page: Page) => Locator;
  /** The text editor of the first record. */
  readonly editor: (page: Page) => Locator;
  /** Puts the cursor into that editor. */
  readonly begin: (page: Page) => Promise<void>;
  readonly submit: (page: Page) => Promise<void>;
  /** The text that the server has from this person. */
  readonly sent: (by: Person) => Promise<string | undefined>;
  readonly newPerson: (name: string, role?: "annotator" | "admin") => Promise<Person>;
  readonly takeOut: (person: Person) => Promise<unknown>;
};

export async function setUpFamilies(api: Api): Promise<{ feedback: Family & { setup: Setup }; tasks: Family }> {
  const records = Array.from({ length: 12 }, (_, at) => ({ fields: { text: `Text number ${at + 1}.` } }));
  const topic = { name: "topic", title: "Topic", settings: { type: "label_selection", options: labels("a", "b") } };
  const comment = {
    name: "comment",
    title: "Comment",
    required: true,
    settings: { type: "text", use_markdown: false },
  };
  const setup = await setUp(api, { questions: [comment, topic], records });
  const { workspace, workspaceId } = setup;
  const dataset = "letters";
  await api.post("/api/datasets", { name: dataset, workspace, task: "Text2Text", tags: {}, metadata: {} });
  await api.post(taskPath({ dataset, workspace }, "/Text2Text:bulk"), {
    records: Array.from({ length: 3 }, (_, at) => ({ id: `s${at + 1}`, text: `Card number ${at + 1}.` })),
  });
  const around = {
    newPerson: (name: string, role: "annotator" | "admin" = "annotator") => addPerson(api, setup, name, role),
    takeOut: ({ id }: Person) => api.delete(`/api/v1/workspaces/${workspaceId}/users/${id}`),
  };
  return {
    feedback: { ...feedbackOf(api, setup), ...around, setup },
    tasks: { ...tasksOf(api, { dataset, workspace }), ...around },
  };
}

function feedbackOf(
  api: Api,
  setup: Setup,
): Pick<Family, "name" | "open" | "first" | "editor" | "begin" | "submit" | "sent"> {
  const editor = (page: Page) => page.getByRole("textbox", { name: "Comment" });
  return {
    name: setup.dataset,
    open: async (page) => {
      await page.goto(addressOf(setup));
      await expect(record(page, 1)).toBeVisible();
    },
    first: (page) => record(page, 1),
    editor,
    begin: (page) => editor(page).click(),
    submit: (page) => page.keyboard.press("Control+Enter"),
    sent: async ({ api_key }) => {
      const responses = await ownResponses(api.as(api_key), setup);
      const written = responses.flatMap(({ values }) => values?.comment?.value ?? []);
      return written.length === 0 ? undefined : written.join("\n");
    },
  };
}

type Written = TaskWireRecord & {
  readonly annotation?: { readonly agent: string; readonly sentences?: readonly { readonly text: string }[] } | null;
};

function tasksOf(
  api: Api,
  at: Pick<TaskSetup, "dataset" | "workspace">,
): Pick<Family, "name" | "open" | "first" | "editor" | "begin" | "submit" | "sent"> {
  return {
    name: at.dataset,
    open: async (page) => {
      await page.goto(`/datasets/${at.workspace}/${at.dataset}`);
      await expect(row(page, 1)).toBeVisible();
    },
    first: (page) => row(page, 1),
    editor: (page) => page.getByRole("textbox", { name: "Text to write" }),
    begin: (page) => page.keyboard.press("Shift+Enter"),
    submit: (page) => page.keyboard.press("Shift+Enter"),
    sent: async ({ username }) => {
      const { annotation } = await api.get<Written>(taskPath(at, "/records/s1"));
      return annotation?.agent === username ? annotation.sentences?.[0]?.text : undefined;
    },
  };
}
