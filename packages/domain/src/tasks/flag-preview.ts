import { previewOf } from "../records/flags.ts";
import type { TaskDocument } from "./task-record.ts";

/** What a flagged record is listed by: its text, of text classification the first input that says something. */
export const taskPreview = (document: TaskDocument): string =>
  previewOf("inputs" in document ? Object.values(document.inputs).flat() : [document.text]);
