import type { Api } from "./api.ts";

/** The data that a test sets up: a workspace, its people and one published dataset. */
export type Setup = {
  readonly workspace: string;
  readonly workspaceId: string;
  readonly datasetId: string;
  readonly dataset: string;
};

export type QuestionSetup = {
  readonly name: string;
  readonly title: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly settings: unknown;
};
export type RecordSetup = {
  readonly fields: { readonly [name: string]: string | null };
  readonly metadata?: unknown;
  readonly external_id?: string;
  /** Vectors by the name of their vector settings. */
  readonly vectors?: { readonly [name: string]: readonly number[] };
  /** Suggestions by question name. */
  readonly suggestions?: {
    readonly [question: string]: { readonly value: unknown; readonly score?: unknown; readonly agent?: string };
  };
};

export type SetupOptions = {
  readonly fields?: readonly {
    readonly name: string;
    readonly title: string;
    readonly required?: boolean;
    readonly markdown?: boolean;
  }[];
  readonly questions: readonly QuestionSetup[];
  readonly records: readonly RecordSetup[];
  readonly guidelines?: string;
  readonly metadata?: readonly {
    readonly name: string;
    readonly title: string;
    readonly settings: unknown;
    readonly visible_for_annotators?: boolean;
  }[];
  readonly vectors?: readonly { readonly name: string; readonly title: string; readonly dimensions: number }[];
};

export const labels = (...values: readonly string[]) => values.map((value) => ({ value, text: value }));

let setups = 0;

export async function setUp(api: Api, options: SetupOptions): Promise<Setup> {
  const workspace = `stage-${process.pid}-${setups++}`;
  const { id: workspaceId } = await api.post("/api/v1/workspaces", { name: workspace });
  const dataset = `dataset-${setups}`;
  const { id: datasetId } = await api.post("/api/v1/datasets", {
    name: dataset,
    workspace_id: workspaceId,
    guidelines: options.guidelines ?? null,
  });
  const at = `/api/v1/datasets/${datasetId}`;
  for (const { markdown, ...field } of options.fields ?? [{ name: "text", title: "Text", required: true }]) {
    await api.post(`${at}/fields`, { ...field, settings: { type: "text", use_markdown: markdown ?? false } });
  }
  const questionIds: { [name: string]: string } = {};
  for (const question of options.questions)
    questionIds[question.name] = (await api.post(`${at}/questions`, question)).id;
  for (const property of options.metadata ?? []) await api.post(`${at}/metadata-properties`, property);
  for (const settings of options.vectors ?? []) await api.post(`${at}/vectors-settings`, settings);
  await api.put(`${at}/publish`);
  const items = options.records.map(({ suggestions, ...record }) => ({
    ...record,
    suggestions: Object.entries(suggestions ?? {}).map(([question, suggestion]) => ({
      question_id: questionIds[question],
      ...suggestion,
    })),
  }));
  for (let from = 0; from < items.length; from += 500) {
    await api.post(`${at}/records/bulk`, { items: items.slice(from, from + 500) });
  }
  return { workspace, workspaceId, datasetId, dataset };
}

let people = 0;

/**
 * Adds a person with a role to the setup's workspace. The password is the username with `-password` after it. The username
 * begins with `name` and is unique, because spec files share one server.
 */
export async function addPerson(
  api: Api,
  setup: Pick<Setup, "workspaceId">,
  name: string,
  role: "annotator" | "admin" | "owner" = "annotator",
) {
  const username = `${name}-${process.pid}-${people++}`;
  const user = await api.post<{ id: string; api_key: string }>("/api/v1/users", {
    first_name: username,
    username,
    role,
    password: `${username}-password`,
  });
  await api.post(`/api/v1/workspaces/${setup.workspaceId}/users`, { user_id: user.id });
  return { ...user, username, password: `${username}-password` };
}
