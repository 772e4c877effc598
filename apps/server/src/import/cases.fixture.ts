import type { RecordToFill } from "../client/fill.ts";

/** Small files that once failed, one of each kind. */

export const at = (name: string) => new URL(`cases/${name}`, import.meta.url).pathname;

export const texts = (records: readonly RecordToFill[], field = "text") => records.map(({ fields }) => fields[field]);

/** The first suggestion of each record. */
export const labels = (records: readonly RecordToFill[]) =>
  records.map(({ suggestions }) => suggestions[0]?.value ?? null);
