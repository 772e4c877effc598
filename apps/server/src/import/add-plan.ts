import {
  MOST_REMEMBERED,
  REMEMBERED_NAME,
  type WireAddTarget,
  type WireColumnPart,
} from "@postil/contract/feedback/merging";
import { datesHaveTimes } from "@postil/domain/datasets/metadata-property";
import { isSinglePart, isSuggestedType, partKey } from "@postil/domain/records/merge-record";
import type { RecordToFill } from "../client/fill.ts";
import { StartFailure } from "../start-failure.ts";
import { createNames } from "./build-plan.ts";
import { decimalSign, isId, isPredictions, isText, joining, vectorLength } from "./classify.ts";
import { type Column, type Columns, mayBeId } from "./columns.ts";
import type { Definition } from "./exported/definition.ts";
import { exportedRecord } from "./exported/exported-record.ts";
import { answersIn, answerWords } from "./labels.ts";
import { type ImportPlan, NO_COLUMNS, type Role } from "./plan.ts";
import { whyNoId } from "./reasons.ts";
import { listed, numberedRow, type SoundRow } from "./row.ts";
import type { ShapeWishes } from "./shapes/members.ts";
import { wishesOfShape } from "./shapes/recognize.ts";
import { toRecord } from "./to-record.ts";
import type { SuggestionWish } from "./wishes.ts";

/** How the columns of a file fill the parts of a dataset that is there (IMP-30). */

/** A column, the part that it fills, and why, as a phrase for people. */
export type PartOfColumn = { readonly column: string; readonly part: WireColumnPart; readonly reason: string };

export type AddPlan = ImportPlan & {
  readonly parts: readonly PartOfColumn[];
  /** True if rows have ids; single records of an export may have none. */
  readonly hasIds: boolean;
  /** What a person should know before the rows are added. */
  readonly warnings: readonly string[];
  /** Null for a row that only describes a dataset. Throws a `BadValue` if the row is no valid record. */
  readonly recordOf: (read: SoundRow) => RecordToFill | null;
};

export type SaidParts = ReadonlyMap<string, WireColumnPart>;

const SAID = "as said";

const NOTHING: WireColumnPart = { kind: "ignored", name: null };

/** Questions for which a column can bring suggestions. */
const suggestedQuestions = ({ questions }: WireAddTarget) =>
  questions.flatMap((question) => {
    const { type } = question.settings;
    return isSuggestedType(type) ? [{ ...question, type }] : [];
  });

/** What was said holds; the rest is as it was last time, or else guessed. */
export function partsOfColumns(found: Columns, target: WireAddTarget, said: SaidParts): PartOfColumn[] {
  const parts = new Map<string, PartOfColumn>();
  const taken = new Set<string>();
  const give = (column: Column, part: WireColumnPart | null, reason: string): void => {
    if (part === null || parts.has(column.name) || (isSinglePart(part) && taken.has(partKey(part)))) return;
    parts.set(column.name, { column: column.name, part, reason });
    taken.add(partKey(part));
  };
  for (const { name: column } of found.columns) {
    const part = said.get(column);
    if (part === undefined) continue;
    parts.set(column, { column, part, reason: SAID });
    taken.add(partKey(part));
  }
  const last = new Map(target.columns.map(({ column, part }) => [column, part]));
  const before = [...last].map(([column, part]) => ({ column, part, reason: "as last time" }));
  for (const { column: name, part, reason } of [...before, ...partsOfShape(found)].filter((one) =>
    isThere(target, one.part),
  )) {
    const column = found.columns.find((one) => one.name === name);
    if (column) give(column, part, reason);
  }
  for (const column of found.columns)
    if (isId(column, found.rows)) give(column, { kind: "id", name: null }, "another value in every row: the id");
  const nameOf = createNames(found.columns.map(({ name }) => name));
  for (const column of found.columns) {
    const part = partOfName(column, nameOf(column.name), target, (one) => taken.has(partKey(one)));
    give(column, part, `the name of a ${part ? WORDS[part.kind] : ""}`);
  }
  const free = suggestedQuestions(target).find(
    ({ name, type }) => /label/.test(type) && !taken.has(partKey({ kind: "suggestion", name })),
  );
  for (const column of found.columns)
    if (free && isPredictions(column))
      give(column, { kind: "suggestion", name: free.name }, "labels with scores: what a model thinks");
  for (const column of found.columns) give(column, ...otherwise(column, target));
  return found.columns.flatMap(({ name, dates }) => {
    const given = parts.get(name);
    if (given?.part.kind !== "metadata" || !dates) return given ?? [];
    const { part } = given;
    const order = part.dates ?? last.get(name)?.dates ?? dates.form(null).told;
    return { ...given, part: order === null ? part : { ...part, dates: order } };
  });
}

const WORDS: { readonly [K in WireColumnPart["kind"]]: string } = {
  id: "id",
  field: "field",
  suggestion: "question",
  metadata: "metadata property",
  vector: "vector",
  extra: "value",
  ignored: "column",
};

/** What the export of another tool says of its columns. */
const shapeOf = ({ shape, columns }: Columns): ShapeWishes => (shape ? wishesOfShape(shape, columns) : {});

/** People give the answers of a dataset that is there, so those of another tool stay out. */
function partsOfShape(found: Columns): PartOfColumn[] {
  const { responses = [], suggestions = [], ignored = [] } = shapeOf(found);
  const left = (reason: string) => (column: string) => ({ column, part: NOTHING, reason });
  return [
    ...responses.map(({ column }) => column).map(left("answers of people, who give them here: left out")),
    ...suggestions.map(({ column, question }) => ({
      ...{ column, part: { kind: "suggestion" as const, name: question } },
      reason: "what a model thinks, with its name and score",
    })),
    ...ignored.map(left("belongs to other columns")),
  ];
}

function otherwise(column: Column, { dataset, questions }: WireAddTarget): [WireColumnPart, string] {
  if (column.present === 0) return [NOTHING, "always empty: left out"];
  const isQuestion = questions.some(({ name, settings }) => name === column.name && !isSuggestedType(settings.type));
  const why = isQuestion
    ? "no column can add spans to the question of its name"
    : "no part of the dataset has its name";
  if (!dataset.allow_extra_metadata) return [NOTHING, `${why}: left out`];
  return [{ kind: "extra", name: null }, `${why}: kept with the record`];
}

/** A declared property comes before the question of the same name: it keeps known answers of the first file. */
function partOfName(
  column: Column,
  partName: string,
  { fields, metadata, vectors, ...target }: WireAddTarget,
  isTaken: (part: WireColumnPart) => boolean,
): WireColumnPart | null {
  const isSame = ({ name, title }: { readonly name: string; readonly title: string }) =>
    name === column.name || name === partName || title.toLowerCase() === column.name.toLowerCase();
  const candidates = [
    { kind: "field", of: isText(column) ? fields : [] },
    { kind: "vector", of: vectorLength(column) === null ? [] : vectors },
    { kind: "metadata", of: isPredictions(column) ? [] : metadata },
    { kind: "suggestion", of: suggestedQuestions({ fields, metadata, vectors, ...target }) },
    { kind: "field", of: fields },
  ] as const;
  for (const { kind, of } of candidates) {
    const found = of.find((one) => isSame(one) && !isTaken({ kind, name: one.name }));
    if (found) return { kind, name: found.name };
  }
  return null;
}

/** True if the dataset has the part. */
function isThere(target: WireAddTarget, { kind, name }: WireColumnPart): boolean {
  const parts = {
    field: target.fields,
    suggestion: suggestedQuestions(target),
    metadata: target.metadata,
    vector: target.vectors,
  };
  if (kind === "extra") return target.dataset.allow_extra_metadata;
  return kind === "id" || kind === "ignored" || parts[kind].some((part) => part.name === name);
}

const quoted = (names: readonly string[]): string => listed(names.map((name) => JSON.stringify(name)));

/** The plan for adding a file. Throws a `StartFailure` if the columns cannot go where they were said to go. */
export function planAdd(found: Columns, target: WireAddTarget, said: SaidParts): AddPlan {
  const { columns, rows, faults, fault } = found;
  if (rows === 0)
    throw new StartFailure(
      `The file holds no rows${fault ? ` that can be read. ${numberedRow(found.numbers ?? "line", fault.line)}: ${fault.fault}` : "."}`,
    );
  const parts = partsOfColumns(found, target, said);
  refuseParts(parts, target);
  const hasIds = parts.some(({ part }) => part.kind === "id");
  const missing = missingFields(parts, target);
  if (missing.length > 0 && !hasIds)
    throw new StartFailure(
      `No column goes to ${quoted(missing)}, which every record needs. Say which column it is, or which column is the id of records that are there.`,
    );
  const nameOf = createNames(columns.map(({ name }) => name));
  const { suggestions = [] } = shapeOf(found);
  const plan: ImportPlan = {
    ...planOf(target),
    ...{ rows, read: rows + faults, dropsRejected: !target.dataset.allow_extra_metadata },
    roles: columns.flatMap((column) => {
      const part = parts.find((one) => one.column === column.name)?.part;
      const wish = suggestions.find((one) => one.column === column.name);
      return part ? [{ column: column.name, role: roleOf(column, part, target, { nameOf, wish }) }] : [];
    }),
    plain: new Set(columns.flatMap(({ name, isPlain }) => (isPlain ? [name] : []))),
    answers: answersOf(found, parts),
  };
  return {
    ...plan,
    parts,
    hasIds,
    warnings: [
      ...missingWords(missing),
      ...idWords(hasIds),
      ...(hasIds ? [] : noIdWords(found, parts, target)),
      ...dateWords(found, plan, target),
      ...answerWords(plan.answers, columns, plan.dropsRejected ? "added bare" : "added").map(
        (line) => `${line.trim()}.`,
      ),
      ...differences(columns, target),
    ],
    recordOf: (read) => toRecord(plan, read),
  };
}

/** Null also where somebody reads the column of decisions, or a question has it. */
function answersOf(found: Columns, parts: readonly PartOfColumn[]): ImportPlan["answers"] {
  const answers = answersIn(found.columns, shapeOf(found).answers ?? []);
  const given = parts.find(({ column }) => column === answers?.column);
  return given?.part.kind === "field" || given?.part.kind === "suggestion" ? null : answers;
}

/** An export says itself what it holds: fields, suggestions, metadata and vectors by their names. Its answers stay out. */
export function planAddExport(exported: Definition, target: WireAddTarget): AddPlan {
  return {
    ...planOf(target),
    ...{ exported, parts: [], hasIds: true },
    warnings: ["The file is an export of Postil. Its records are added without their answers: people give those here."],
    recordOf: (read) => {
      const record = exportedRecord(exported, read);
      return record && { ...record, responses: [] };
    },
  };
}

/** The dataset in the form of a plan: its rules say which cell of a row is at fault. */
const planOf = ({ dataset, fields, questions, metadata, vectors }: WireAddTarget): ImportPlan => ({
  dataset: {
    name: dataset.name,
    guidelines: null,
    fields: fields.map(({ name, title, required, settings }) => ({ name, title, required, settings })),
    questions: questions.map(({ name, title, required, settings }) => ({ name, title, required, settings })),
    metadata: metadata.map(({ name, title, settings }) => ({ name, title, settings })),
    vectors: vectors.map(({ name, title, dimensions }) => ({ name, title, dimensions })),
  },
  ...NO_COLUMNS,
});

function refuseParts(parts: readonly PartOfColumn[], target: WireAddTarget): void {
  const of = new Map<string, string>();
  for (const { column, part } of parts) {
    const key = partKey(part);
    const other = of.get(key);
    const what = part.name === null ? WORDS[part.kind] : `${WORDS[part.kind]} ${JSON.stringify(part.name)}`;
    if (!isThere(target, part))
      throw new StartFailure(
        part.kind === "extra"
          ? `Column ${JSON.stringify(column)} cannot be kept: the dataset allows no metadata beyond its properties.`
          : `Column ${JSON.stringify(column)} cannot go to the ${what}: the dataset has none that a column can fill.`,
      );
    if (other !== undefined && isSinglePart(part))
      throw new StartFailure(`Two columns go to the ${what}: ${quoted([other, column])}. Only one of them can.`);
    of.set(key, column);
  }
  if (
    parts.some(({ part }) => isSinglePart(part) && part.kind !== "id") ||
    parts.some(({ part }) => part.kind === "extra")
  )
    return;
  throw new StartFailure("No column goes to a part of the dataset: there is nothing to add.");
}

const missingFields = (parts: readonly PartOfColumn[], { fields }: WireAddTarget): string[] => {
  const filled = new Set(parts.flatMap(({ part }) => (part.kind === "field" ? [part.name] : [])));
  return fields.filter(({ name, required }) => required && !filled.has(name)).map(({ name }) => name);
};

const missingWords = (missing: readonly string[]): string[] =>
  missing.map(
    (name) =>
      `No column goes to the required field ${JSON.stringify(name)}: records that are there can be updated, new ones are refused.`,
  );

export const idWords = (hasIds: boolean): string[] =>
  hasIds
    ? []
    : ["No column is the id: every row becomes a new record, and the same file adds them all again the next time."];

/** A column that is called an id is not kept as something else without a word (IMP-27). */
function noIdWords({ columns, rows }: Columns, parts: readonly PartOfColumn[], target: WireAddTarget): string[] {
  const last = new Set(target.columns.map(({ column }) => column));
  return columns.flatMap((column) => {
    const { name } = column;
    const given = parts.find((one) => one.column === name);
    const why = mayBeId(name) && column.present > 0 ? whyNoId(column, rows) : null;
    if (why === null || given === undefined || last.has(name)) return [];
    const { kind } = given.part;
    // In the page the first word about a column says all others as they were guessed.
    if (kind !== "extra" && (kind !== "ignored" || given.reason === SAID)) return [];
    const fate = kind === "extra" ? "is kept with the record as metadata" : "is left out";
    return `Column ${JSON.stringify(name)} is not taken as the id, because ${why}: it ${fate}. --id COLUMN takes it as the id all the same; then rows without an id are new records, and a row whose id stands in an earlier row is refused. --ignore leaves a column out.`;
  });
}

/** Dates are read as those before them, and stored in the form that their property has (IMP-09). */
function dateOf({ name, dates }: Column, hasTime: boolean, part: WireColumnPart) {
  const said = part.dates ?? null;
  const form = dates?.form(said);
  if (form && form.order !== null) return { ...form, hasTime, said };
  throw new StartFailure(
    `Column ${JSON.stringify(name)}: of ${JSON.stringify(dates?.unclear ?? dates?.first)} the day or the month may come first. --metadata "${name}=date:day" or "${name}=date:month" says which for this dataset.`,
  );
}

/** Dates that lose their times, or that are no whole numbers. */
const dateWords = ({ columns }: Columns, { roles }: ImportPlan, { metadata }: WireAddTarget): string[] =>
  roles.flatMap(({ column: name, role }) => {
    const dates = columns.find((one) => one.name === name)?.dates;
    if (role.kind !== "metadata" || role.type !== "integer" || !dates) return [];
    const title = JSON.stringify(metadata.find((one) => one.name === role.name)?.title ?? role.name);
    if (!role.date)
      return [
        `Column ${JSON.stringify(name)} has dates, and ${title} whole numbers: these rows are refused, unless its title ends with (YYYYMMDD) or (YYYYMMDDhhmmss).`,
      ];
    return dates.times > 0 && !role.date.hasTime
      ? [`Column ${JSON.stringify(name)}: the times are left out, because ${title} holds days.`]
      : [];
  });

/** What a file has in other columns than the last one. */
export function differences(
  columns: readonly { readonly name: string }[],
  { columns: last }: { readonly columns: readonly { readonly column: string }[] },
): string[] {
  if (last.length === 0) return [];
  const [now, before] = [new Set(columns.map(({ name }) => name)), new Set(last.map(({ column }) => column))];
  const gone = [...before].filter((name) => !now.has(name));
  const added = [...now].filter((name) => !before.has(name));
  return [
    ...(gone.length > 0 ? [`The file that was added last had also: ${quoted(gone)}.`] : []),
    ...(added.length > 0 ? [`The file that was added last did not have: ${quoted(added)}.`] : []),
  ];
}

/** The first columns, if there are very many of them. */
export const rememberedParts = (parts: readonly Omit<PartOfColumn, "reason">[]) =>
  parts
    .filter(({ column }) => column.length <= REMEMBERED_NAME)
    .slice(0, MOST_REMEMBERED)
    .map(({ column, part }) => ({ column, part }));

/** The columns of a file that made a dataset, for the next file. */
export const partsOfPlan = ({ roles }: ImportPlan) =>
  rememberedParts(roles.flatMap(({ column, role }) => partOfRole(role).map((part) => ({ column, part }))));

function partOfRole(role: Role): WireColumnPart[] {
  switch (role.kind) {
    case "question":
      // People give the answers of a dataset that is there.
      return role.keptAs === "answer" || role.keptAs === "nothing" ? [] : [{ kind: role.keptAs, name: role.question }];
    case "answer":
      return [];
    case "suggestion":
      return [{ kind: "suggestion", name: role.question }];
    case "metadata": {
      const told = role.date?.told ?? null;
      return [{ kind: "metadata", name: role.name, ...(told === null ? {} : { dates: told }) }];
    }
    case "field":
    case "vector":
      return [{ kind: role.kind, name: role.name }];
    default:
      return [{ kind: role.kind, name: null }];
  }
}

/** `wish`: of an export of another tool, where the agent and the score are. */
type OfColumn = { readonly nameOf: (column: string) => string; readonly wish: SuggestionWish | undefined };

/** A column with the name of its question holds the rows' own labels; any other one holds what a model thinks. */
function roleOf(column: Column, part: WireColumnPart, target: WireAddTarget, { nameOf, wish }: OfColumn): Role {
  const name = part.name ?? "";
  switch (part.kind) {
    case "id":
      return { kind: "id" };
    case "field":
      return { kind: "field", name, required: false, ...joining(column) };
    case "extra":
      return { kind: "extra", name: column.name };
    case "ignored":
      return { kind: "ignored", why: "as asked" };
    case "metadata": {
      const property = target.metadata.find((one) => one.name === name);
      const type = property?.settings.type ?? "terms";
      const hasTime = type === "integer" && column.dates ? datesHaveTimes(property?.title ?? "") : null;
      if (hasTime !== null) return { kind: "metadata", name, type: "integer", date: dateOf(column, hasTime, part) };
      const sign = decimalSign(column);
      return { kind: "metadata", name, type, ...(sign === null ? {} : { sign }) };
    }
    case "vector":
      return { kind: "vector", name, dimensions: target.vectors.find((one) => one.name === name)?.dimensions ?? 0 };
    case "suggestion": {
      const type = suggestedQuestions(target).find((one) => one.name === name)?.type ?? "text";
      const isOwn = !isPredictions(column) && (column.name === name || nameOf(column.name) === name);
      return isOwn
        ? { kind: "question", question: name, type, options: 0, keptAs: "suggestion" }
        : { kind: "suggestion", question: name, type, ...(wish && { agent: wish.agent, score: wish.score }) };
    }
  }
}
