import { AGENT } from "@postil/contract/feedback/records";
import { MOST_VECTORS } from "@postil/domain/datasets/metadata-property";
import { StartFailure } from "../start-failure.ts";
import { buildPlan, createNames } from "./build-plan.ts";
import { type DecimalSign, numberOf, numberWithComma } from "./cell-values.ts";
import {
  averageLength,
  clientHint,
  decimalSign,
  hintsOf,
  isChats,
  isId,
  isLists,
  isMeasured,
  isPredictions,
  isTerms,
  isText,
  joining,
  numberType,
  vectorLength,
} from "./classify.ts";
import { type Column, type Columns, noRows } from "./columns.ts";
import { type DateOrder, DatesSeen, dateNumber } from "./dates.ts";
import { answersIn, answerWords, joinedBy, labelDoubts } from "./labels.ts";
import type { ImportPlan, PlannedQuestion, Role } from "./plan.ts";
import { columnOf, free, type Inference, planQuestions, type Suggesting } from "./plan-questions.ts";
import { leftOutWords, namesIn } from "./responses.ts";
import { excerpt, listed, numberedRow, type Source } from "./row.ts";
import { wishesOfShape } from "./shapes/recognize.ts";
import { isTags, placeSpans, tokensBeside } from "./spans.ts";
import type { By, ImportWishes, SuggestionWish } from "./wishes.ts";

/** Plans the import of a file: options come first, and the rest is inferred from the columns (docs/import.md). */
export function inferPlan(
  found: Columns,
  wishes: ImportWishes,
  source: Pick<Source, "file" | "format" | "stem" | "words" | "numbers">,
): ImportPlan {
  const { rows, fault } = found;
  if (rows === 0) throw noRows(source, fault);
  const { roles, ...planned } = planOf(found, wishes, source.stem);
  if ("plan" in planned) return planned.plan;
  const { message } = planned.failure;
  // The missing data may be on the line that cannot be read.
  throw new NoDataset(
    fault === null
      ? message
      : `${message}\n${numberedRow(source.numbers(), fault.line)} could not be read: ${fault.fault}`,
    roles,
  );
}

type Roles = ReadonlyMap<string, Role>;

/** The columns make no dataset. `roles`: what each of them would become all the same. */
export class NoDataset extends StartFailure {
  readonly roles: Roles;
  constructor(message: string, roles: Roles) {
    super(message);
    this.roles = roles;
  }
}

type Planned = { readonly roles: Roles } & ({ readonly plan: ImportPlan } | { readonly failure: StartFailure });

function planOf(found: Columns, options: ImportWishes, stem: string): Planned {
  const roles = new Map<string, Role>();
  let first: StartFailure | null = null;
  /** What fails here makes no dataset; the other columns get their roles all the same. */
  const attempt = <T>(otherwise: T, work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error;
      first ??= error;
      return otherwise;
    }
  };
  const plan = attempt(null, () => planInSteps(found, options, { stem, roles, attempt }));
  return first === null && plan ? { roles, plan } : { roles, failure: first ?? new StartFailure("It is no dataset.") };
}

type Steps = {
  readonly stem: string;
  readonly roles: Map<string, Role>;
  readonly attempt: <T>(otherwise: T, work: () => T) => T;
};

/** What the shape says of columns holds where nothing else is said of them. */
function withShape({ shape, columns }: Columns, said: ImportWishes): ImportWishes {
  if (!shape) return said;
  const { answers: decisions = [], ...roles } = wishesOfShape(shape, columns);
  const answers = said.answers.length > 0 ? said.answers : decisions;
  const isSaid = columnsAsked(columns, said).size > 0 || said.questions.length > 0;
  return { ...said, ...(isSaid ? {} : roles), answers };
}

function planInSteps(found: Columns, said: ImportWishes, { stem, roles, attempt }: Steps): ImportPlan {
  const { columns } = found;
  const options = withShape(found, said);
  const asked = columnsAsked(columns, options);
  const answers = answersIn(columns, options.answers);
  const names = columns.map(({ name }) => name);
  const { names: people, asked: unsaid } = namesIn(found, options.responses);
  const inference: Inference = {
    ...found,
    options,
    asked,
    answers,
    roles,
    notes: [],
    doubts: [],
    unsaid: [...unsaid],
    names: people,
    name: createNames(names, checkedNames(options.partNames, names)),
  };
  checkedNames(options.partTitles, names);
  for (const column of options.ignored)
    inference.roles.set(columnOf(inference, column).name, { kind: "ignored", why: "as asked" });
  for (const column of options.extras)
    inference.roles.set(columnOf(inference, column).name, { kind: "extra", name: column });
  giveId(inference);
  attempt(null, () => giveVectors(inference));
  const suggesting = suggestionColumns(inference);
  const answering = options.responses.map((wish) => ({ ...wish, column: columnOf(inference, wish.column) }));
  const questions = attempt([], () =>
    planQuestions(inference, [...suggesting, ...answering.filter(({ column }) => !isOwn(options, column.name))]),
  );
  attempt(null, () => giveQuestions(inference, questions, { suggesting, answering }));
  giveMetadata(inference);
  if (options.merge) leaveNamesOut(inference);
  if (options.merge && !said.merge)
    inference.notes.push(`  rows with the same "${options.id}" are one record, with the answers of each of them`);
  attempt(null, () => giveFields(inference));
  giveRest(inference);
  inference.notes.push(
    ...answerWords(answers, columns, options.responses.length > 0 ? "answers" : "suggestions"),
    ...leftOutWords(people, options.people),
    ...clientHint(columns),
  );
  noteLabels(inference, questions);
  const noQuestion = [...options.labelNames.keys()].find(
    (name) => !questions.some(({ column, question }) => (column ?? question) === name),
  );
  if (noQuestion !== undefined)
    throw new StartFailure(`Column "${noQuestion}" is no question whose labels have names.`);
  const spans = placeSpans(questions, found, roles);
  inference.notes.push(...spans.notes);
  return buildPlan(inference, spans.questions, stem);
}

function checkedNames(chosen: ReadonlyMap<string, string>, columns: readonly string[]): ReadonlyMap<string, string> {
  const unknown = [...chosen.keys()].find((column) => !columns.includes(column));
  if (unknown === undefined) return chosen;
  throw new StartFailure(`The file has no column "${unknown}" to be named. It has: ${listed(columns)}.`);
}

function noteLabels({ options, notes, doubts }: Inference, questions: readonly PlannedQuestion[]): void {
  for (const { column, question, type, options: values, counts } of questions) {
    if (type === "text" || type === "rating" || values.length === 0) continue;
    const named = options.questions.some((wish) => wish.name === (column ?? question) && wish.options !== null);
    if (named) continue;
    const place = `Column "${column ?? question}"`;
    const given = new Map(values.map((value) => [value, counts.get(value) ?? 0]));
    if (!options.asWritten) doubts.push(...labelDoubts(place, given, options.missing));
    const joined = joinedBy(new Set(values));
    if (joined)
      notes.push(
        `  ${place}: ${JSON.stringify(joined.example)} may be several labels; --label-separator "${joined.separator}" takes it apart`,
      );
  }
}

/** Returns the columns that options name. A column can have only one role. */
function columnsAsked(columns: readonly Column[], options: ImportWishes): ReadonlySet<string> {
  const known = new Set(columns.map((column) => column.name));
  const named = [
    ...options.fields,
    ...options.questions.filter(({ form }) => form?.hasColumn !== false).map(({ name }) => name),
    ...options.metadata.map(({ column }) => column),
    ...options.suggestions.map((suggestion) => suggestion.column),
    ...options.responses.flatMap(({ column }) => (isOwn(options, column) ? [] : [column])),
    ...options.vectors,
    ...(options.id === null ? [] : [options.id]),
    ...options.ignored,
    ...options.extras,
  ];
  const twice = named.find((name, index) => named.indexOf(name) !== index);
  if (twice !== undefined)
    throw new StartFailure(
      `${known.has(twice) ? "Column" : "Question"} "${twice}" is named by two options; it can become one thing only.`,
    );
  return new Set(named);
}

/** True if the answers in this column are to its own question. */
const isOwn = ({ questions }: ImportWishes, column: string): boolean =>
  questions.some(({ name, form }) => name === column && form?.hasColumn !== false);

function giveId(inference: Inference): void {
  const { options, rows } = inference;
  const chosen =
    options.id === null ? free(inference).find((column) => isId(column, rows)) : columnOf(inference, options.id);
  if (chosen) inference.roles.set(chosen.name, { kind: "id" });
}

function giveVectors(inference: Inference): void {
  const asked = inference.options.vectors.map((name) => columnOf(inference, name));
  const chosen =
    asked.length > 0
      ? asked
      : free(inference)
          .filter((column) => vectorLength(column) !== null)
          .slice(0, MOST_VECTORS);
  for (const column of chosen) {
    // If rows disagree, the most common length wins; rows with another length are bad lines.
    const [dimensions] = [...column.vectors].sort((a, b) => b[1] - a[1])[0] ?? [];
    if (dimensions === undefined)
      throw new StartFailure(`Column "${column.name}" holds no lists of numbers, so it cannot be a vector.`);
    inference.roles.set(column.name, { kind: "vector", name: inference.name(column.name), dimensions });
  }
}

function suggestionColumns(inference: Inference): readonly Suggesting[] {
  const { suggestions, questions } = inference.options;
  if (suggestions.length > 0) {
    return suggestions.map((wish) => ({ column: columnOf(inference, wish.column), question: wish.question }));
  }
  const [predictions] = free(inference).filter(isPredictions);
  if (!predictions) return [];
  if (questions.length === 0) return [{ column: predictions, question: null }];
  // Predictions are labels, so they go to the first question with labels.
  const asked = questions.find(({ type }) => type === "label_selection" || type === "multi_label_selection");
  return asked ? [{ column: predictions, question: asked.name }] : [];
}

function refuseAgent(text: string): void {
  if (AGENT.pattern.test(text) && text.length <= AGENT.max) return;
  throw new StartFailure(
    `${JSON.stringify(text)} cannot be an agent: letters without accents, digits, blanks, -, _, :, . and /, at most ${AGENT.max}, and at least one letter or digit.`,
  );
}

function refuseScore(score: number): void {
  if (!(score >= 0 && score <= 1)) throw new StartFailure(`A score is a number from 0 to 1; ${score} is none.`);
}

/** Whose the suggestions of a column are, and how sure, if that was said. */
function modelOf(inference: Inference, column: string): Pick<SuggestionWish, "agent" | "score"> {
  const { agent, score } = inference.options.suggestions.find((one) => one.column === column) ?? {};
  for (const from of [agent, score]) if (from && "column" in from) columnOf(inference, from.column);
  if (agent && "text" in agent) refuseAgent(agent.text);
  if (score && "number" in score) refuseScore(score.number);
  return { ...(agent && { agent }), ...(score && { score }) };
}

type Answering = Suggesting & { readonly by: By | null };

function giveQuestions(
  inference: Inference,
  questions: readonly PlannedQuestion[],
  { suggesting, answering }: { readonly suggesting: readonly Suggesting[]; readonly answering: readonly Answering[] },
): void {
  const { options: wishes } = inference;
  const [first] = questions;
  const questionOf = (wish: string | null) => {
    const found =
      wish === null ? first : questions.find(({ question, column }) => question === wish || column === wish);
    if (!found) throw new StartFailure(`There is no question "${wish}" for the suggestions or answers.`);
    return found;
  };
  const proposed = new Set<string>();
  for (const { column, question: wish } of suggesting) {
    const { question, type } = questionOf(wish);
    proposed.add(question);
    inference.roles.set(column.name, { kind: "suggestion", question, type, ...modelOf(inference, column.name) });
  }
  for (const { column, question: wish, by } of answering) {
    if (isOwn(wishes, column.name)) continue;
    const { question, type } = questionOf(wish);
    inference.roles.set(column.name, { kind: "answer", question, type, by });
  }
  for (const { column, question, type, options } of questions) {
    if (column === null) continue;
    const role = { kind: "question", question, type, options: options.length } as const;
    const answers = answering.find((one) => one.column.name === column);
    const keptAs = wishes.optionsOnly.includes(column) ? "nothing" : proposed.has(question) ? "metadata" : "suggestion";
    inference.roles.set(
      columnOf(inference, column).name,
      answers ? { ...role, keptAs: "answer", by: answers.by } : { ...role, keptAs },
    );
  }
}

function signOf(column: Column): { readonly sign?: DecimalSign } {
  const sign = decimalSign(column);
  return sign === null ? {} : { sign };
}

/** A day that may be a month is asked about. */
function dateOf({ unsaid, notes }: Inference, { name, dates }: Column, said: DateOrder | null) {
  const form = (dates ?? new DatesSeen()).form(said);
  const example = dates?.unclear ?? dates?.first ?? null;
  if (form.order === null)
    unsaid.push(
      `Column "${name}": of ${JSON.stringify(example)} the day or the month may come first. --metadata "${name}=date:day" or "${name}=date:month" says which.`,
    );
  const stored = dates?.first ? dateNumber(dates.first, form) : null;
  if (stored !== null)
    notes.push(`  "${name}" is stored as whole numbers: ${JSON.stringify(dates?.first)} as ${stored}`);
  if (dates?.isCut) notes.push(`  "${name}": parts of a second, as in ${JSON.stringify(dates.isCut)}, are left out`);
  if (dates && dates.zones > 0) notes.push(`  "${name}": times with a zone are stored as UTC`);
  return { ...form, said };
}

function giveMetadata(inference: Inference): void {
  const { options, rows } = inference;
  for (const { column: name, type, order = null, ...bounds } of options.metadata) {
    const column = columnOf(inference, name);
    const role = { kind: "metadata", name: inference.name(name), ...bounds } as const;
    inference.roles.set(
      column.name,
      type === "date"
        ? { ...role, type: "integer", date: dateOf(inference, column, order) }
        : { ...role, type: type ?? numberType(column) ?? "terms", ...signOf(column) },
    );
  }
  const isTagged = isTagQuestion(inference);
  for (const column of free(inference)) {
    if (isTagged && column === tokensBeside(inference.columns)) continue;
    const type = numberType(column) ?? (isTerms(column, rows) ? "terms" : null);
    noteNumbers(inference, column);
    if (options.metadata.length === 0 && type)
      inference.roles.set(column.name, {
        kind: "metadata",
        name: inference.name(column.name),
        type,
        ...signOf(column),
      });
    // These values are not for reading, but filters need them.
    else if (type || isMeasured(column)) inference.roles.set(column.name, { kind: "extra", name: column.name });
  }
}

/** A record of several rows has the names of all who answered, and none of its own. */
function leaveNamesOut({ options, roles, notes }: Inference): void {
  for (const { by } of options.responses) {
    if (!by || !("column" in by) || roles.get(by.column)?.kind === "ignored") continue;
    roles.set(by.column, { kind: "ignored", why: "it names who answered" });
    notes.push(`  "${by.column}" names who answered: it is no metadata of a record that several rows make`);
  }
}

/** With one column named, no other becomes metadata for filters by itself. */
const madeNumbers = (name: string) =>
  `--metadata "${name}=float" makes numbers of them; name each other column to filter by with --metadata then, too`;

/** Explains why numbers stay texts. */
function noteNumbers({ notes }: Inference, column: Column): void {
  const { name, meeting, large, texts, integers, fractions, present, values, sign } = column;
  if (texts > 0 || column.booleans > 0) return;
  if (meeting && (integers + fractions === present || decimalSign(column) !== null))
    notes.push(
      `  "${name}" stays a text: ${meeting.map((one) => (one === "another one" ? one : JSON.stringify(one))).join(" and ")} would be the same number; ${madeNumbers(name)}`,
    );
  else if (large > 0)
    notes.push(
      `  "${name}" stays as it is written: some of its whole numbers are larger than an integer property holds`,
    );
  else if (
    column.measures > 0 &&
    [...values.keys()].every((value) => numberWithComma(value) !== null || numberOf(value) !== null)
  ) {
    const hasCommas = [...values.keys()].some((value) => numberWithComma(value) !== null);
    const why = hasCommas ? "its numbers have decimal commas" : "its decimal numbers keep each digit";
    notes.push(`  "${name}" stays a text: ${why}; ${madeNumbers(name)}`);
  } else if (sign !== null && decimalSign(column) === null)
    notes.push(
      `  "${name}" stays a text: not all of its amounts show by both signs, "." and ",", which one begins decimals`,
    );
}

/** True if a question has a tag for each token: then the tokens are the text, if there is no other. */
const isTagQuestion = ({ columns, roles }: Inference): boolean =>
  columns.some((column) => isTags(column) && roles.get(column.name)?.kind === "question");

function giveFields(inference: Inference): void {
  const asked = inference.options.fields.map((name) => columnOf(inference, name));
  const texts = free(inference).filter(
    (column) => (isText(column) || isChats(column)) && column.name !== inference.answers?.column,
  );
  const tokens = isTagQuestion(inference) ? tokensBeside(free(inference)) : undefined;
  const chosen = asked.length > 0 ? asked : texts.length > 0 ? texts : tokens ? [tokens] : longestOfTerms(inference);
  for (const { name, aside } of chosen.filter(isChats)) {
    const left = aside === null ? "" : `; what messages have besides, such as ${excerpt(aside)}, is left out`;
    inference.notes.push(
      `  "${name}": each conversation becomes one text, "role: content", with an empty line between two messages${left}`,
    );
  }
  for (const { name } of chosen.filter(isLists))
    inference.notes.push(`  "${name}": the texts of its lists are joined by blanks`);
  if (chosen.length === 0)
    throw new StartFailure(
      ["No column holds text to read. Name one with --field COLUMN.", ...hintsOf(inference.columns)].join("\n"),
    );
  // A dataset needs one field that every record has (contract api-v1 5.1 row 5).
  const complete = chosen.some((column) => column.present === inference.rows);
  for (const [index, column] of chosen.entries()) {
    const required = complete ? column.present === inference.rows : index === 0;
    const name = inference.name(column.name);
    inference.roles.set(column.name, { kind: "field", name, required, ...joining(column) });
  }
}

/** No column was long enough for reading, so the longest of the other text columns is taken. */
function longestOfTerms(inference: Inference): Column[] {
  const texts = inference.columns.filter(
    (column) =>
      /^(?:metadata|extra)$/.test(inference.roles.get(column.name)?.kind ?? "") &&
      isText(column) &&
      !inference.asked.has(column.name),
  );
  return texts.sort((a, b) => averageLength(b) - averageLength(a)).slice(0, 1);
}

function giveRest(inference: Inference): void {
  for (const column of free(inference)) {
    inference.roles.set(
      column.name,
      column.present === 0 ? { kind: "ignored", why: "always empty" } : { kind: "extra", name: column.name },
    );
  }
}
