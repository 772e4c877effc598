import { previewOf } from "../records/flags.ts";
import type { TaskDocument } from "./task-record.ts";

/** The list text of a flagged record: its text, or for text classification the first input with content. */
export const taskPreview = (document: TaskDocument): string =>
  previewOf("inputs" in document ? Object.values(document.inputs).flat() : [document.text]);
