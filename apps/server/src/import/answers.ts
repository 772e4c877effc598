import { type Row, valueIn } from "./row.ts";

/** Rows whose label is what somebody decided about, and not what they said: `answer: reject` beside a label says that it is none. */

export type Decision = "accepted" | "rejected" | "discarded";
/** Which values of a column say so. */
export type AnswerWish = { readonly decision: Decision; readonly column: string; readonly values: readonly string[] };

/** The column, and what its values mean; null: there is none. */
export type Answers = { readonly column: string; readonly decisions: ReadonlyMap<string, Decision> } | null;

const PRODIGY: ReadonlyMap<string, Decision> = new Map([
  ["accept", "accepted"],
  ["reject", "rejected"],
  ["ignore", "discarded"],
]);
const COLUMN = "answer";

type Columns = readonly { readonly name: string; readonly values: ReadonlyMap<string, unknown> }[];

/** What options say, else a column as Prodigy writes it. */
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

/** What becomes of such rows, with their number; the words after it differ from family to family. */
export function answerWords(answers: Answers, columns: Columns, says: { readonly [D in Decision]: string }): string[] {
  const values = columns.find(({ name }) => name === answers?.column)?.values as
    | ReadonlyMap<string, { readonly count: number }>
    | undefined; // as they are counted
  return [...(answers?.decisions ?? [])].flatMap(([value, decision]) => {
    const count = values?.get(value)?.count ?? 0;
    return count === 0
      ? []
      : [
          `  ${answers?.column} "${value}": ${count.toLocaleString("en")} ${count === 1 ? "row" : "rows"}, ${says[decision]}`,
        ];
  });
}
