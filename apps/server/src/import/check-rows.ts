import { settingsFromWire } from "@postil/contract/feedback/parts-mapping";
import { AGENT, RecordToCreate } from "@postil/contract/feedback/records";
import { textRefusal } from "@postil/contract/wire/leaf";
import { type RecordRules, recordFault } from "@postil/domain/records/record-rules";
import type { DatasetPlan, RecordToFill } from "../client/fill.ts";
import { StartFailure } from "../start-failure.ts";
import { exportedRows } from "./exported/definition.ts";
import { createMisfits, exportedRecord, orphanedResponses } from "./exported/exported-record.ts";
import { createMerging, type Merging } from "./merge-rows.ts";
import type { ImportPlan } from "./plan.ts";
import {
  at,
  type BadCell,
  BadValue,
  excerpt,
  numberedRow,
  type ReadRow,
  type RowNumbers,
  type SoundRow,
  type Source,
} from "./row.ts";
import { type FoundFault, faultOfForm, faultOfRow, faultOfRules } from "./row-fault.ts";
import { toRecord } from "./to-record.ts";

/** The likeness of reasons: their words without quoted values and numbers. Rows that fail alike have one. */
export const likenessOf = (reason: string): string =>
  reason
    .replaceAll(/"(?:[^"\\]|\\.)*"?|'[^']*'|[[{].*|(?<=: )(?:null|true|false|-?\d[-+\d.e]*)$/gs, "_")
    .replaceAll(/\d[\d,.]*/g, "0");

export type BadLine = { readonly line: number; readonly fault: string };
/** `index`: which row of the file it is, from 0. Lines are for people only: a list may have all its rows on one line. */
export type BadRow = BadLine & { readonly index: number };

/** Reads the rows of a file as records of one family of datasets. */
export type RecordReader<R> = {
  rows(): AsyncGenerator<ReadRow>;
  numbers(): RowNumbers;
  /** Null for a row that only describes the dataset. Throws a {@link BadValue} if the row is no valid record. */
  recordOf(read: SoundRow): R | null;
};

export type CheckedRows = {
  readonly bad: readonly BadRow[];
  readonly good: number;
  /** Rows that only describe the dataset and hold no record. */
  readonly silent: number;
  /** Rows that go into the records of earlier ones. */
  readonly merged: number;
  readonly isBad: IsBad;
};

/** Whether the row with this index is bad. */
type IsBad = (index: number) => boolean;

/** What one row is: a record (`fault` null), a row that only describes the dataset (silent), or a bad row. */
export type Verdict<R> = {
  readonly index: number;
  readonly read: ReadRow;
  readonly isSilent: boolean;
  /** True if it goes into the record of an earlier row. */
  readonly isMerged: boolean;
  readonly fault: BadLine | null;
  /** The cell at fault, if it is one alone. */
  readonly cell: BadCell | null;
  /** Null if the row cannot be read as a record. A record may break a rule all the same. */
  readonly record: R | null;
};

type Fault = { readonly fault: string | null; readonly cell: BadCell | null; readonly isMerged?: boolean };

type Check<R> = (record: R, read: SoundRow, index: number) => Fault | string | null;

/** Reads all rows once and writes nothing. */
export async function checkRows<R>(verdicts: AsyncIterable<Verdict<R>>): Promise<CheckedRows> {
  const bad: BadRow[] = [];
  let [good, silent, merged] = [0, 0, 0];
  for await (const { index, fault, isSilent, isMerged } of verdicts) {
    if (isMerged) merged++;
    else if (isSilent) silent++;
    else if (fault === null) good++;
    else bad.push({ ...fault, index });
  }
  const indexes = new Set(bad.map(({ index }) => index));
  return { bad, good, silent, merged, isBad: (index) => indexes.has(index) };
}

export async function* verdictsOn<R>({ rows, recordOf }: RecordReader<R>, check: Check<R>): AsyncGenerator<Verdict<R>> {
  let index = 0;
  for await (const read of rows()) {
    if ("fault" in read) yield { index, read, isSilent: false, isMerged: false, fault: read, cell: null, record: null };
    else yield { index, read, ...verdictOn(read, index, recordOf, check) };
    index++;
  }
}

function verdictOn<R>(
  read: SoundRow,
  index: number,
  recordOf: RecordReader<R>["recordOf"],
  check: Check<R>,
): Omit<Verdict<R>, "index" | "read"> {
  const { line } = read;
  try {
    const record = recordOf(read);
    const found = record === null ? null : check(record, read, index);
    const {
      fault,
      cell,
      isMerged = false,
    }: Fault = typeof found === "string" ? { fault: found, cell: null } : (found ?? SOUND);
    return { isSilent: record === null, isMerged, fault: fault === null ? null : { line, fault }, cell, record };
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    return { isSilent: false, isMerged: false, fault: { line, fault: error.message }, cell: error.at, record: null };
  }
}

const SOUND = { fault: null, cell: null };

/**
 * The records of the rows that are not bad.
 * @throws StartFailure if a line that was good at the check is bad now: the file was changed in between
 */
export async function* recordsOf<R>({ rows, recordOf, numbers }: RecordReader<R>, isBad: IsBad): AsyncGenerator<R> {
  let index = 0;
  for await (const read of rows()) {
    if (isBad(index++)) continue;
    if ("fault" in read) throw changedSince(read, numbers());
    const record = recordAgain(read, { recordOf, numbers });
    if (record !== null) yield record;
  }
}

function recordAgain<R>(read: SoundRow, { recordOf, numbers }: Omit<RecordReader<R>, "rows">): R | null {
  try {
    return recordOf(read);
  } catch (error) {
    throw error instanceof BadValue ? changedSince({ line: read.line, fault: error.message }, numbers()) : error;
  }
}

const changedSince = ({ line, fault }: BadLine, numbers: RowNumbers) =>
  new StartFailure(
    `The file was changed while it was imported. ${numberedRow(numbers, line)} was good at the check and is bad now: ${fault}`,
  );

function readerOf(source: Source, plan: ImportPlan): RecordReader<RecordToFill> {
  const { exported } = plan;
  const { numbers } = source;
  return exported
    ? { numbers, rows: () => exportedRows(source), recordOf: (read) => exportedRecord(exported, read) }
    : { numbers, rows: () => source.rows("guessed"), recordOf: (read) => toRecord(plan, read) };
}

export async function* goodRecords(
  source: Source,
  plan: ImportPlan,
  isBad: IsBad,
  merging: Merging | null,
): AsyncGenerator<RecordToFill> {
  const isLeft = (index: number) => isBad(index) || merging?.isMerged(index) === true;
  for await (const record of recordsOf(readerOf(source, plan), isLeft)) yield merging?.whole(record) ?? record;
}

/**
 * Finds the bad lines of a file that becomes a feedback dataset. Also returns what only an export can have: the users who
 * gave responses, the number of responses whose users are deleted, and properties that refuse some values.
 */
export async function findBadLines(source: Source, plan: ImportPlan) {
  const { verdicts, found } = judgeRows(source, plan);
  return { ...(await checkRows(verdicts)), ...found() };
}

/** The same row by row: a file may have more bad lines than fit in memory. */
export function judgeRows(source: Source, plan: ImportPlan) {
  const { numbers } = source;
  const misfits = createMisfits(plan.exported ? plan.dataset.metadata : []);
  const findFault = createCheck(plan.exported ? { ...plan.dataset, metadata: [] } : plan.dataset);
  const repeatedId = createIdCheck(plan, numbers);
  const merging = plan.merge ? createMerging(plan, numbers) : null;
  const users = new Set<string>();
  let orphans = 0;
  const check: Check<RecordToFill> = (record, read, index) => {
    for (const { user } of record.responses ?? []) users.add(user);
    misfits.look(record.metadata, read.line);
    const found = findFault(record);
    if (found) return faultOfRow(plan, read, record, found);
    if (merging) return merging.look(record, { line: read.line, index });
    const repeated = repeatedId(record, read.line);
    if (repeated === null && plan.exported) orphans += orphanedResponses(read);
    return repeated;
  };
  const found = () => ({ orphans, users, misfits: misfits.all(), merging });
  return { verdicts: verdictsOn(readerOf(source, plan), check), found };
}

/** Finds ids that an earlier row of the file has. */
export function createIdCheck(
  { roles }: ImportPlan,
  numbers: Source["numbers"],
): (record: RecordToFill, line: number) => { readonly fault: string; readonly cell: BadCell | null } | null {
  const column = roles.find(({ role }) => role.kind === "id")?.column ?? null;
  const lineOfId = new Map<string, number>();
  return ({ external_id: id }, line) => {
    if (id === null) return null;
    const earlier = lineOfId.get(id);
    if (earlier === undefined) {
      lineOfId.set(id, line);
      return null;
    }
    const why = `stands ${at(numbers(), earlier)} already`;
    return {
      fault: `${column === null ? "" : `column "${column}": `}id ${JSON.stringify(id)} ${why}`,
      cell: column === null ? null : { column, value: excerpt(id), why },
    };
  };
}

/**
 * Checks records against all rules of the server, before anything is created: first the wire format of a record, then the
 * rules of the domain. Returns the error with its place, or null.
 */
export function createCheck(plan: DatasetPlan): (record: RecordToFill) => FoundFault | null {
  const rules = rulesOf(plan);
  const idOf = new Map(rules.questions.map(({ name, id }) => [name, id]));
  const formOf = createFormCheck(rules.questions.map(({ name }) => name));
  return (record) => {
    const form = formOf(record);
    if (form) return form;
    const fault = recordFault(rules, {
      isNew: true,
      fields: record.fields,
      metadata: record.metadata,
      vectors: record.vectors,
      suggestions: record.suggestions.map(({ question, value, type, agent, score }) => ({
        questionId: idOf.get(question) ?? "",
        value,
        type: type ?? null,
        agent: agent ?? null,
        score: score ?? null,
      })),
      responses: (record.responses ?? []).map(({ user, ...response }) => ({ userId: user, ...response })),
    });
    return fault && faultOfRules(fault);
  };
}

/** Checks only the wire format of records, which the server refuses before it looks at a dataset. */
export function createFormCheck(questions: readonly string[]): (record: RecordToFill) => FoundFault | null {
  // A question may have no id yet, so each gets a placeholder id of the right form.
  const idOf = new Map(questions.map((name, index) => [name, idAt(index)]));
  return (record) => {
    if (isSurelySound(record) && record.suggestions.every(({ question }) => idOf.has(question))) return null;
    const suggestions = record.suggestions.map(({ question, ...suggestion }) => ({
      ...suggestion,
      question_id: idOf.get(question),
    }));
    const responses = record.responses?.map(({ user: _, ...response }, index) => ({
      ...response,
      user_id: idAt(index),
    }));
    const { metadataText: _, ...sent } = { ...record, suggestions, ...(responses ? { responses } : {}) };
    const read = RecordToCreate.safeParse(sent, { reportInput: true });
    return read.success ? null : faultOfForm(read.error.issues);
  };
}

/** Longer texts of metadata are counted by the rule itself, and so are lists of more members. */
const SURELY_FITS = { characters: 5000, members: 100 };

/** True only for what the wire format of a record accepts, at a small part of its cost. False says nothing. */
export function isSurelySound(record: RecordToFill): boolean {
  const { external_id: id, fields, metadata, vectors, suggestions, responses } = record;
  return (
    responses === undefined &&
    (id === null || isSoundText(id)) &&
    Object.values(fields).every((text) => text === null || isSoundText(text)) &&
    (metadata === null || areSurelySound(Object.entries(metadata))) &&
    Object.values(vectors).every((vector) => vector.every(Number.isFinite)) &&
    suggestions.length <= SURELY_FITS.members &&
    suggestions.every(
      ({ value, agent, score }) =>
        (isSoundText(value) || Number.isSafeInteger(value) || isSoundList(value)) &&
        (agent === undefined || textRefusal(agent, AGENT) === null) &&
        (score === undefined || (typeof score === "number" && score >= 0 && score <= 1)),
    )
  );
}

const isSoundText = (value: unknown): value is string => typeof value === "string" && textRefusal(value) === null;

const isSoundList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= SURELY_FITS.members && value.every(isSoundText);

function areSurelySound(members: readonly (readonly [name: string, value: unknown])[]): boolean {
  let characters = 0;
  for (const [name, value] of members) {
    if (!isSoundText(name)) return false;
    characters += name.length + 1;
    if (typeof value === "string" ? !isSoundText(value) : !Number.isFinite(value)) return false;
    if (typeof value === "string") characters += value.length;
  }
  return members.length <= SURELY_FITS.members && characters <= SURELY_FITS.characters;
}

function rulesOf(plan: DatasetPlan): RecordRules {
  return {
    datasetId: plan.name,
    // Extra metadata is allowed while the records are stored.
    allowExtra: true,
    fields: plan.fields.map(({ name, required }) => ({ name, required: required === true })),
    questions: plan.questions.map(({ name, required, settings }, index) => ({
      id: idAt(index),
      name,
      required: required === true,
      settings: settingsFromWire(settings),
    })),
    properties: new Map(plan.metadata.map(({ name, settings }) => [name, settings])),
    vectors: plan.vectors.map(({ name, dimensions }) => ({ name, dimensions })),
    // The server checks later if these users exist.
    hasUser: () => true,
  };
}

const idAt = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
