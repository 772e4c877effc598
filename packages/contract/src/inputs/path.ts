import { leaf, readLeaf, text, uuid } from "../wire/leaf.ts";

/** The parameters of paths, by the names that error messages use. */
export const PATH_PARAMETERS = {
  dataset_id: uuid,
  export_id: uuid,
  field_id: uuid,
  import_id: uuid,
  job_id: uuid,
  key_id: uuid,
  metadata_property_id: uuid,
  question_id: uuid,
  record_id: uuid,
  response_id: uuid,
  suggestion_id: uuid,
  user_id: uuid,
  vector_settings_id: uuid,
  view_id: uuid,
  workspace_id: uuid,
  /** of a task dataset */
  name: text(),
  /** of a task record */
  id: text(),
  provider: text(),
  /** of a labeling rule */
  query: text({ trim: true }),
};
export type PathParameter = keyof typeof PATH_PARAMETERS;

/** A dataset of either family: a task dataset is given as `workspace.name`. */
export const datasetOfAnyFamily = leaf<string>(
  (value) => (typeof value === "string" && value.includes(".") ? { ok: value } : readLeaf(uuid, value)),
  { type: "string" },
);
