import { MOST_NAMES } from "@postil/contract/datasets/upload-wish";
import { byName } from "@postil/domain/objects";
import type { AnswerValue } from "@postil/domain/records/record";
import { isRawNumber } from "@postil/domain/text/json-text";
import type { Call } from "../client/api-client.ts";
import type { RecordToFill } from "../client/fill.ts";
import { StartFailure } from "../start-failure.ts";
import type { Column, Columns } from "./columns.ts";
import type { ImportPlan, Role } from "./plan.ts";
import { at, BadValue, counted, type SoundRow, valueOfColumn } from "./row.ts";
import type { By, Decision, ResponseWish } from "./wishes.ts";

/** Answers that a file holds, each of the person whose it is: nothing is stored under the name of somebody else. */

type Named = { readonly names: ReadonlyMap<string, number>; readonly asked: readonly string[] };

/** The names in the columns that say whose answers there are, and what nobody has said yet. */
export function namesIn(found: Pick<Columns, "columns" | "rows">, responses: readonly ResponseWish[]): Named {
  const names = new Map<string, number>();
  const add = (name: string, rows: number) => names.set(name, (names.get(name) ?? 0) + rows);
  for (const name of new Set(responses.flatMap(({ by }) => (by && "column" in by ? [by.column] : [])))) {
    const column = found.columns.find((one) => one.name === name);
    if (!column) throw new StartFailure(`The file has no column "${name}" with the names of people.`);
    refuseNoNames(column);
    for (const [value, { count }] of column.values) add(value, count);
    // A row without an answer needs no name.
    const answered = responses.filter(({ by }) => by && "column" in by && by.column === name);
    const most = Math.max(
      ...answered.map((one) => found.columns.find((other) => other.name === one.column)?.present ?? 0),
    );
    if (column.present < Math.min(most, found.rows)) add("", most - column.present);
  }
  const both = responses.find(({ column, by }) => by && "column" in by && by.column === column);
  if (both)
    throw new StartFailure(`Column "${both.column}" cannot be both the answers and the names of those who gave them.`);
  const asked = responses
    .filter(({ by }) => by === null)
    .map(
      ({ column }) =>
        `Column "${column}" holds answers. Say whose they are: --by COLUMN names a column with their usernames, --by-person USERNAME one person.`,
    );
  return { names, asked };
}

/** Whose answers are left out, each name with its rows. `said`: null for such a name. */
export const leftOutWords = (names: Named["names"], said: ReadonlyMap<string, string | null>): string[] =>
  [...names].flatMap(([name, rows]) => {
    if (said.get(name) !== null) return [];
    const whose = name === "" ? "rows without a name" : JSON.stringify(name);
    return [`  answers of ${whose} (${counted(rows, "row")}) are left out, as asked`];
  });

function refuseNoNames({ name, values, unfit, numbers, texts, integers, measures, present }: Column): void {
  const why =
    texts + integers + measures < present
      ? "not all of its values are texts"
      : unfit !== null
        ? `the value ${at(numbers, unfit.line)} cannot be a name`
        : values.size > MOST_NAMES
          ? `it has more than ${MOST_NAMES.toLocaleString("en")} different values`
          : null;
  if (why !== null) throw new StartFailure(`Column "${name}" cannot say whose answers there are: ${why}.`);
}

type Values = { [question: string]: { readonly value: AnswerValue } };
export type Responses = Map<string, { readonly values: Values; readonly decision: Decision }>;
type Answered = {
  readonly column: string;
  readonly question: string;
  readonly by: By | null;
  readonly value: AnswerValue;
  readonly decision: Decision;
};

/** Adds an answer to those of its person; of a name that is left out, nothing. */
export function addResponse(
  responses: Responses,
  plan: Pick<ImportPlan, "people" | "plain">,
  read: SoundRow,
  { column, question, by, value, decision }: Answered,
): void {
  const person = by && whose(plan, read, by);
  if (person === null) return;
  const values: Values = responses.get(person)?.values ?? byName();
  if (Object.hasOwn(values, question))
    throw new BadValue(column, value, `is a second answer of "${person}" to question "${question}"`);
  values[question] = { value };
  responses.set(person, { values, decision });
}

/** A number is a name digit by digit: two long ones are not one person. */
function whose({ people, plain }: Pick<ImportPlan, "people" | "plain">, read: SoundRow, by: By): string | null {
  if ("person" in by) return by.person;
  const { inForm: cell } = valueOfColumn(read, by.column, plain.has(by.column));
  const name = cell === null ? "" : isRawNumber(cell) ? cell.rawJSON : String(cell);
  const person = people.get(name);
  if (person === undefined && name === "") throw new BadValue(by.column, cell, "names nobody whose answer this is");
  return person === undefined ? name : person;
}

/** A person who did not answer what is required has not submitted: the answer is a draft. */
export function responsesOf(
  responses: Responses,
  questions: ImportPlan["dataset"]["questions"],
): NonNullable<RecordToFill["responses"]> {
  return [...responses].map(([user, { values, decision }]) => {
    const isWhole = questions.every(({ name, required }) => !required || Object.hasOwn(values, name));
    const status = decision === "discarded" ? "discarded" : isWhole && decision !== "draft" ? "submitted" : "draft";
    return { user, status, values };
  });
}

export type Sender = { readonly id: string; readonly username: string };

/** The ids of people of the workspace, and of the sender, by username. Fails if one of the names is nobody of them. */
export async function idsInWorkspace(
  call: Call,
  { names }: Pick<ImportPlan, "names">,
  users: ReadonlySet<string>,
  workspaceId: string,
  sender: Sender,
): Promise<ReadonlyMap<string, string>> {
  if (users.size === 0) return new Map();
  const { items } = await call("listWorkspaceUsers", { params: { workspace_id: workspaceId } });
  const people = [...items, sender];
  const ids = new Map(people.map(({ username, id }) => [username, id]));
  const strangers = [...users].filter((name) => !ids.has(name));
  if (strangers.length === 0) return ids;
  const words = strangers.map((name) => {
    const rows = names.get(name);
    return `${JSON.stringify(name)}${rows === undefined ? "" : ` (${counted(rows, "row")})`}`;
  });
  throw new StartFailure(
    `The file holds answers of people who are not in the workspace: ${words.join(", ")}. --person NAME=USERNAME says who a name is, and --person NAME= leaves the answers of that name out. Nothing is imported until then.`,
  );
}

/**
 * The ids of the people whose answers an export holds, by username. Fails if one of them is not among those that the caller
 * sees: nothing is stored under the name of somebody else. `make`: how their accounts are made.
 */
export async function idsOfPeople(
  call: Call,
  names: ReadonlySet<string>,
  make = "Create their accounts first",
): Promise<ReadonlyMap<string, string>> {
  if (names.size === 0) return new Map();
  const { items, ask } = await call("listPeople", {});
  const ids = new Map(items.map(({ username, id }) => [username, id]));
  const missing = [...names].filter((name) => !ids.has(name));
  if (missing.length === 0) return ids;
  // Only an admin is told whom to ask (IMP-28).
  throw new StartFailure(
    ask === null
      ? `The file holds answers of people who are not here: ${missing.join(", ")}. ${make}, or export without answers.`
      : `The file holds answers of people who are in none of your workspaces: ${missing.join(", ")}. An admin can bring back answers of the people of their workspaces alone, and owners are in none. Ask ${ask}, an owner, to import the file, or export it without answers.`,
  );
}

/** Whether the value of a column is an answer. */
export const isResponse = (role: Role): boolean =>
  role.kind === "answer" || (role.kind === "question" && role.keptAs === "answer");
