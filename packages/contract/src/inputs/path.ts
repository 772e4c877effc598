import { z } from "zod";
import { leaf, readLeaf, text, uuid } from "../wire/leaf.ts";

/** The parameters of paths, by the names their errors carry. */
export const DatasetPath = z.object({ dataset_id: uuid });
export const WorkspacePath = z.object({ workspace_id: uuid });
export const UserPath = z.object({ user_id: uuid });
export const WorkspaceUserPath = z.object({ workspace_id: uuid, user_id: uuid });
export const FieldPath = z.object({ field_id: uuid });
export const QuestionPath = z.object({ question_id: uuid });
export const MetadataPropertyPath = z.object({ metadata_property_id: uuid });
export const VectorSettingsPath = z.object({ vector_settings_id: uuid });
export const RecordPath = z.object({ record_id: uuid });
export const ResponsePath = z.object({ response_id: uuid });
export const SuggestionPath = z.object({ suggestion_id: uuid });
export const JobPath = z.object({ job_id: uuid });
export const ImportPath = z.object({ import_id: uuid });
export const ViewPath = z.object({ view_id: uuid });
export const KeyPath = z.object({ key_id: uuid });
export const TaskDatasetPath = z.object({ name: text() });
export const TaskRecordPath = z.object({ name: text(), id: text() });

/** A dataset of either family: those of the older one by `workspace.name`. */
export const datasetOfAnyFamily = leaf<string>(
  (value) => (typeof value === "string" && value.includes(".") ? { ok: value } : readLeaf(uuid, value)),
  { type: "string" },
);
