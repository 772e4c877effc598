import { type Row, valueIn } from "./row.ts";

/** Rows that hold a decision about a label: `answer: reject` means that the label of the row is wrong. */

export type Decision = "accepted" | "rejected" | "discarded";
/** The values of a column that mean this decision. */
export type AnswerWish = { readonly decision: Decision; readonly column: string; readonly values: readonly string[] };

/** The column of decisions and the meaning of its values; null means that the file has no such column. */
export type Answers = { readonly column: string; readonly decisions: ReadonlyMap<string, Decision> } | null;

const PRODIGY: ReadonlyMap<string, Decision> = new Map([
  ["accept", "accepted"],
  ["reject", "rejected"],
  ["ignore", "discarded"],
]);
const COLUMN = "answer";

type Columns = readonly { readonly name: string; readonly values: ReadonlyMap<string, unknown> }[];

/** Takes the column that the options name. Without options, takes a column in the form that Prodigy writes. */
export function answersIn(columns: Columns, wishes: readonly AnswerWish[]): Answers {
  const [first] = wishes;
  if (first)
    return {
      column: first.column,
      decisions: new Map(wishes.flatMap(({ decision, values }) => values.map((value) => [value, decision]))),
    };
  const found = columns.find(({ name }) => name === COLUMN);
  const isProdigy =
    found !== undefined && found.values.size > 0 && [...found.values.keys()].every((one) => PRODIGY.has(one));
  return isProdigy ? { column: COLUMN, decisions: PRODIGY } : null;
}

export function decisionOf(answers: Answers, row: Row): Decision {
  if (answers === null) return "accepted";
  return answers.decisions.get(String(valueIn(row, answers.column))) ?? "accepted";
}

/** Describes how rows with a decision are imported, with their count. `says` holds the wording for each dataset family. */
export function answerWords(answers: Answers, columns: Columns, says: { readonly [D in Decision]: string }): string[] {
  const values = columns.find(({ name }) => name === answers?.column)?.values as
    | ReadonlyMap<string, { readonly count: number }>
    | undefined; // the type of the counted values
  return [...(answers?.decisions ?? [])].flatMap(([value, decision]) => {
    const count = values?.get(value)?.count ?? 0;
    return count === 0
      ? []
      : [
          `  ${answers?.column} "${value}": ${count.toLocaleString("en")} ${count === 1 ? "row" : "rows"}, ${says[decision]}`,
        ];
  });
}
