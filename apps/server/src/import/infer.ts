import { StartFailure } from "../start-failure.ts";
import { buildPlan } from "./build-plan.ts";
import { averageLength, isId, isPredictions, isTerms, isText, numberType, vectorLength } from "./classify.ts";
import type { Column, Columns } from "./columns.ts";
import { columnOf, free, give, type Inference } from "./inference.ts";
import { createNames } from "./names.ts";
import type { ImportPlan, PlannedQuestion } from "./plan.ts";
import { planQuestions, type Suggesting } from "./plan-questions.ts";
import type { Source } from "./read-rows.ts";
import type { ImportWishes } from "./wishes.ts";

/** At most as many as a dataset may have (contract api-v1 section 4). */
const MOST_VECTORS = 5;

/** What to make of a file: what the options say, and for the rest what the columns look like (docs/import.md). */
export function inferPlan(
  found: Columns,
  wishes: ImportWishes,
  { file, stem }: Pick<Source, "file" | "stem">,
): ImportPlan {
  const { rows, fault } = found;
  if (rows === 0) {
    const why = fault ? ` that can be read. Line ${fault.line}: ${fault.fault}` : ".";
    throw new StartFailure(`${file} holds no rows${why}`);
  }
  try {
    return planOf(found, wishes, stem);
  } catch (error) {
    if (fault === null || !(error instanceof StartFailure)) throw error;
    // What cannot be read may be what is missing.
    throw new StartFailure(`${error.message}\nLine ${fault.line} could not be read: ${fault.fault}`);
  }
}

function planOf({ columns, rows, fault }: Columns, options: ImportWishes, stem: string): ImportPlan {
  const asked = columnsAsked(columns, options);
  const inference: Inference = {
    columns,
    rows,
    fault,
    options,
    asked,
    roles: new Map(),
    notes: [],
    name: createNames(),
  };
  for (const column of options.ignored)
    give(inference, columnOf(inference, column), { kind: "ignored", why: "as asked" });
  giveId(inference);
  giveVectors(inference);
  const suggesting = suggestionColumns(inference);
  const questions = planQuestions(inference, suggesting);
  giveQuestions(inference, questions, suggesting);
  giveMetadata(inference);
  giveFields(inference);
  giveRest(inference);
  return buildPlan(inference, questions, stem);
}

/** A column can become one thing only. */
function columnsAsked(columns: readonly Column[], options: ImportWishes): ReadonlySet<string> {
  const known = new Set(columns.map((column) => column.name));
  const named = [
    ...options.fields,
    ...options.questions.map(({ name }) => name),
    ...options.metadata,
    ...options.suggestions.map((suggestion) => suggestion.column),
    ...options.vectors,
    ...(options.id === null ? [] : [options.id]),
    ...options.ignored,
  ];
  const twice = named.find((name, index) => named.indexOf(name) !== index);
  if (twice !== undefined)
    throw new StartFailure(
      `${known.has(twice) ? "Column" : "Question"} "${twice}" is named by two options; it can become one thing only.`,
    );
  return new Set(named);
}

function giveId(inference: Inference): void {
  const { options, rows } = inference;
  const chosen =
    options.id === null ? free(inference).find((column) => isId(column, rows)) : columnOf(inference, options.id);
  if (chosen) give(inference, chosen, { kind: "id" });
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
    // Where rows disagree the most common length counts, and the others are bad lines.
    const [dimensions] = [...column.vectors].sort((a, b) => b[1] - a[1])[0] ?? [];
    if (dimensions === undefined)
      throw new StartFailure(`Column "${column.name}" holds no lists of numbers, so it cannot be a vector.`);
    give(inference, column, { kind: "vector", name: inference.name(column.name), dimensions });
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
  // Predictions are labels, so they are for the first question that has some.
  const asked = questions.find(({ type }) => type === "label_selection" || type === "multi_label_selection");
  return asked ? [{ column: predictions, question: asked.name }] : [];
}

function giveQuestions(
  inference: Inference,
  questions: readonly PlannedQuestion[],
  suggesting: readonly Suggesting[],
): void {
  const [first] = questions;
  const questionOf = (wish: string | null) => {
    const found =
      wish === null ? first : questions.find(({ question, column }) => question === wish || column === wish);
    if (!found) throw new StartFailure(`There is no question "${wish}" for the suggestions.`);
    return found;
  };
  const proposed = new Set<string>();
  for (const { column, question: wish } of suggesting) {
    const { question, type } = questionOf(wish);
    proposed.add(question);
    give(inference, column, { kind: "suggestion", question, type });
  }
  for (const { column, question, type, options } of questions) {
    if (column === null) continue;
    const keptAs = proposed.has(question) ? "metadata" : "suggestion";
    give(inference, columnOf(inference, column), { kind: "question", question, type, options: options.length, keptAs });
  }
}

function giveMetadata(inference: Inference): void {
  const asked = inference.options.metadata.map((name) => columnOf(inference, name));
  for (const column of asked)
    give(inference, column, {
      kind: "metadata",
      name: inference.name(column.name),
      type: numberType(column) ?? "terms",
    });
  if (asked.length > 0) return;
  for (const column of free(inference)) {
    const type = numberType(column) ?? (isTerms(column, inference.rows) ? "terms" : null);
    if (type) give(inference, column, { kind: "metadata", name: inference.name(column.name), type });
  }
}

function giveFields(inference: Inference): void {
  const asked = inference.options.fields.map((name) => columnOf(inference, name));
  const texts = free(inference).filter(isText);
  const chosen = asked.length > 0 ? asked : texts.length > 0 ? texts : longestOfTerms(inference);
  if (chosen.length === 0) throw new StartFailure("No column holds text to read. Name one with --field COLUMN.");
  // A dataset needs one field that every record has (contract api-v1 5.1 row 5).
  const complete = chosen.some((column) => column.present === inference.rows);
  for (const [index, column] of chosen.entries()) {
    const required = complete ? column.present === inference.rows : index === 0;
    give(inference, column, { kind: "field", name: inference.name(column.name), required });
  }
}

/** Nothing was long enough to be read: then the longest of what else is text. */
function longestOfTerms(inference: Inference): Column[] {
  const texts = inference.columns.filter(
    (column) => inference.roles.get(column.name)?.kind === "metadata" && isText(column),
  );
  return texts.sort((a, b) => averageLength(b) - averageLength(a)).slice(0, 1);
}

function giveRest(inference: Inference): void {
  for (const column of free(inference)) {
    give(
      inference,
      column,
      column.present === 0 ? { kind: "ignored", why: "always empty" } : { kind: "extra", name: column.name },
    );
  }
}
