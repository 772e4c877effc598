import type { Column } from "../columns.ts";
import type { Row } from "../row.ts";
import type { FileShape, ImportWishes, SpanUnit } from "../wishes.ts";

/** Exports of other tools, recognized by their shape: each row becomes plain columns, from which the rest is guessed. */

/**
 * `also`: members with the answers of other people. What they do not name is as in `row`. `notes`: what of the row is lost or not
 * as it seems; rows are counted by it.
 */
export type Turned = { readonly row: Row; readonly also?: readonly Row[]; readonly notes?: readonly string[] };

/** What columns of a shape become, as far as it says so. */
export type ShapeWishes = Partial<
  Pick<ImportWishes, "questions" | "suggestions" | "responses" | "answers" | "ignored" | "id" | "merge">
>;

export type Shape = {
  readonly key: Exclude<FileShape, "plain" | "tokens">;
  /** Follows "read as". */
  readonly name: string;
  /** What shows it in the first rows, as a phrase; null: they are of another shape. */
  readonly sign: (rows: readonly Row[], isTable: boolean) => string | null;
  /** What its members become, for people. */
  readonly becomes: string;
  readonly turn: (first: readonly Row[], isTable: boolean) => (row: Row) => Turned;
  readonly wishes?: (columns: readonly Column[], first: readonly Row[]) => ShapeWishes;
  /** What places of its spans count, if not characters. */
  readonly unit?: SpanUnit;
};
