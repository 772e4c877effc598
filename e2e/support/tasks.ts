import { expect, type Page } from "@playwright/test";
import type { Api } from "./api.ts";
import { addPerson, type Setup } from "./setup.ts";

/** The data that a test sets up for a task dataset: a workspace, one person in it, and the dataset with its records. */
export type TaskSetup = Pick<Setup, "workspaceId"> & {
  readonly workspace: string;
  readonly dataset: string;
  /** the address of the page */
  readonly address: string;
  readonly person: Awaited<ReturnType<typeof addPerson>>;
  /** Gets a record from the server. */
  readonly record: (id: string) => Promise<TaskWireRecord>;
  /** Logs records as a script does. */
  readonly log: (records: readonly object[], as?: Api) => Promise<unknown>;
};

export type TaskWireRecord = {
  readonly status: string;
  readonly annotation?: { readonly agent: string; readonly labels?: readonly { readonly class: string }[] } | null;
};

export type TaskOptions = {
  readonly task: "TextClassification" | "TokenClassification" | "Text2Text";
  /** labels to save in the settings; undefined: saves nothing */
  readonly labels?: readonly string[];
  readonly records?: readonly object[];
  readonly role?: "annotator" | "admin" | "owner";
  readonly tags?: { readonly [name: string]: string };
  readonly metadata?: { readonly [name: string]: unknown };
};

let stages = 0;

export async function setUpTask(api: Api, options: TaskOptions): Promise<TaskSetup> {
  const { task, labels, records = [], role = "annotator", tags = {}, metadata = {} } = options;
  const workspace = `tasks-${process.pid}-${stages++}`;
  const { id: workspaceId } = await api.post("/api/v1/workspaces", { name: workspace });
  const dataset = `letters-${stages}`;
  const path = (rest: string) => taskPath({ dataset, workspace }, rest);
  await api.post("/api/datasets", { name: dataset, workspace, task, tags, metadata });
  if (labels !== undefined) await api.put(path(`/${task}/settings`), { label_schema: { labels } });
  const log = (logged: readonly object[], as = api) => as.post(path(`/${task}:bulk`), { records: logged });
  for (let from = 0; from < records.length; from += 500) await log(records.slice(from, from + 500));
  const person = await addPerson(api, { workspaceId }, "mara", role);
  return {
    workspace,
    workspaceId,
    dataset,
    address: `/datasets/${workspace}/${dataset}`,
    person,
    record: (id) => api.get(path(`/records/${encodeURIComponent(id)}`)),
    log,
  };
}

/** The API path for a request about the dataset. */
export const taskPath = ({ dataset, workspace }: Pick<TaskSetup, "dataset" | "workspace">, rest = ""): string =>
  `/api/datasets/${dataset}${rest}?workspace=${workspace}`;

/** Texts to classify with ids `t1`, `t2`, ... All ids have the same length, because records are sorted by id. */
export const texts = (count: number, given: object = {}) =>
  Array.from({ length: count }, (_, at) => ({
    id: `t${String(at + 1).padStart(String(count).length, "0")}`,
    inputs: { text: `Letter number ${at + 1}.` },
    ...given,
  }));

/** The query of an address that selects the page. */
export const pages = (page: number, size: number): string =>
  `?pagination=${encodeURIComponent(JSON.stringify({ page, size }))}`;

/** A row of the list, by its position among all matching records. */
export const row = (page: Page, position: number) =>
  page.getByRole("article", { name: new RegExp(`^Record ${position},`) });

export async function openTask(page: Page, setup: TaskSetup, query = ""): Promise<void> {
  await page.goto(`${setup.address}${query}`);
  await expect(page.getByRole("article").first()).toBeVisible();
}
