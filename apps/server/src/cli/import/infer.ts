import { StartFailure } from "../../start-failure.ts";
import { buildPlan } from "./build-plan.ts";
import {
  averageLength,
  isId,
  isLabels,
  isLists,
  isPredictions,
  isTerms,
  isText,
  LABEL_NAMES,
  numberType,
  vectorLength,
} from "./classify.ts";
import type { Column, Columns } from "./columns.ts";
import { createNames } from "./names.ts";
import type { ImportOptions } from "./options.ts";
import type { ImportPlan, PlannedLabel, Role } from "./plan.ts";

/** At most as many as a dataset may have (contract api-v1 section 4). */
const MOST_VECTORS = 5;

/** What to make of a file: what the options say, and for the rest what the columns look like (docs/import.md). */
export function inferPlan({ columns, rows }: Columns, options: ImportOptions, stem: string): ImportPlan {
  if (rows === 0) throw new StartFailure(`${options.file} holds no rows.`);
  const asked = columnsAsked(columns, options);
  const scene: Scene = { columns, rows, options, asked, roles: new Map(), name: createNames() };
  for (const column of options.ignored) give(scene, columnOf(scene, column), { kind: "ignored", why: "as asked" });
  giveId(scene);
  giveVectors(scene);
  const suggesting = suggestionColumns(scene);
  const labels = planLabels(scene, suggesting);
  giveLabels(scene, labels, suggesting);
  giveMetadata(scene);
  giveFields(scene);
  giveRest(scene);
  return buildPlan(scene, labels, stem);
}

export type Scene = Columns & {
  readonly options: ImportOptions;
  /** Columns that an option names: nothing else is inferred for them. */
  readonly asked: ReadonlySet<string>;
  readonly roles: Map<string, Role>;
  readonly name: (column: string) => string;
};

const give = ({ roles }: Scene, column: Column, role: Role) => roles.set(column.name, role);
const free = ({ columns, roles, asked }: Scene) => columns.filter(({ name }) => !roles.has(name) && !asked.has(name));

/** A column can become one thing only. */
function columnsAsked(columns: readonly Column[], options: ImportOptions): ReadonlySet<string> {
  const known = new Set(columns.map((column) => column.name));
  const named = [
    ...options.fields,
    ...options.labels.map((label) => label.name).filter((name) => known.has(name)),
    ...options.metadata,
    ...options.suggestions.map((suggestion) => suggestion.column),
    ...options.vectors,
    ...(options.id === null ? [] : [options.id]),
    ...options.ignored,
  ];
  const twice = named.find((name, index) => named.indexOf(name) !== index);
  if (twice !== undefined)
    throw new StartFailure(`Column "${twice}" is named by two options; it can become one thing only.`);
  return new Set(named);
}

function columnOf({ columns }: Scene, name: string): Column {
  const found = columns.find((column) => column.name === name);
  if (found) return found;
  throw new StartFailure(
    `The file has no column "${name}". It has: ${columns.map((column) => column.name).join(", ")}.`,
  );
}

function giveId(scene: Scene): void {
  const { options, rows } = scene;
  const chosen = options.id === null ? free(scene).find((column) => isId(column, rows)) : columnOf(scene, options.id);
  if (chosen) give(scene, chosen, { kind: "id" });
}

function giveVectors(scene: Scene): void {
  const asked = scene.options.vectors.map((name) => columnOf(scene, name));
  const chosen =
    asked.length > 0
      ? asked
      : free(scene)
          .filter((column) => vectorLength(column) !== null)
          .slice(0, MOST_VECTORS);
  for (const column of chosen) {
    // Where rows disagree the most common length counts, and the others are bad lines.
    const [dimensions] = [...column.vectors].sort((a, b) => b[1] - a[1])[0] ?? [];
    if (dimensions === undefined)
      throw new StartFailure(`Column "${column.name}" holds no lists of numbers, so it cannot be a vector.`);
    give(scene, column, { kind: "vector", name: scene.name(column.name), dimensions });
  }
}

type Suggesting = { readonly column: Column; readonly question: string | null };

function suggestionColumns(scene: Scene): readonly Suggesting[] {
  const { suggestions } = scene.options;
  if (suggestions.length > 0) {
    return suggestions.map((wish) => ({ column: columnOf(scene, wish.column), question: wish.question }));
  }
  const [first] = free(scene).filter(isPredictions);
  return first ? [{ column: first, question: null }] : [];
}

/** The label questions with all options that any row or any suggestion names. */
function planLabels(scene: Scene, suggesting: readonly Suggesting[]): readonly PlannedLabel[] {
  const wishes = labelWishes(scene, suggesting);
  return wishes.map(({ name, column, options }, index) => {
    const theirs = suggesting.filter(({ question }) => (question === null ? index === 0 : question === name));
    const values = new Set([...(column?.values ?? []), ...theirs.flatMap((one) => [...one.column.values])]);
    return {
      column: column?.name ?? null,
      question: scene.name(name),
      multi: column !== null && isLists(column),
      options: options ?? inOrder(values),
    };
  });
}

type Wished = { readonly name: string; readonly column: Column | null; readonly options: readonly string[] | null };

function labelWishes(scene: Scene, suggesting: readonly Suggesting[]): readonly Wished[] {
  const { labels } = scene.options;
  if (labels.length > 0) {
    return labels.map(({ name, options }) => {
      const known = scene.columns.find((column) => column.name === name) ?? null;
      return { name, column: options === null ? columnOf(scene, name) : known, options };
    });
  }
  const candidates = free(scene).filter(
    (column) => isLabels(column) && !suggesting.some((one) => one.column === column),
  );
  for (const name of LABEL_NAMES) {
    const found = candidates.find((column) => column.name.toLowerCase() === name);
    if (found) return [{ name: found.name, column: found, options: null }];
  }
  if (suggesting.length > 0) return [{ name: "label", column: null, options: null }];
  throw new StartFailure(
    `No column looks like labels (${LABEL_NAMES.join(", ")}), so there is nothing to ask annotators. Name one with --label COLUMN, or give the labels: --label sentiment=positive,negative. Columns: ${scene.columns.map((column) => column.name).join(", ")}.`,
  );
}

/** Numbers by their size, words by the alphabet. */
function inOrder(values: ReadonlySet<string>): string[] {
  const list = [...values];
  const numeric = list.every((value) => /^-?\d+$/.test(value));
  return list.sort(numeric ? (a, b) => Number(a) - Number(b) : (a, b) => a.localeCompare(b, "en"));
}

function giveLabels(scene: Scene, labels: readonly PlannedLabel[], suggesting: readonly Suggesting[]): void {
  const [first] = labels;
  const questionOf = (wish: string | null) => {
    const found = wish === null ? first : labels.find((label) => label.question === wish || label.column === wish);
    if (!found) throw new StartFailure(`There is no label question "${wish}" for the suggestions.`);
    return found;
  };
  const proposed = new Set<string>();
  for (const { column, question } of suggesting) {
    const label = questionOf(question);
    proposed.add(label.question);
    give(scene, column, { kind: "suggestion", question: label.question, multi: label.multi });
  }
  for (const { column, question, multi, options } of labels) {
    if (column === null) continue;
    const keptAs = proposed.has(question) ? "metadata" : "suggestion";
    give(scene, columnOf(scene, column), { kind: "label", question, multi, options: options.length, keptAs });
  }
}

function giveMetadata(scene: Scene): void {
  const asked = scene.options.metadata.map((name) => columnOf(scene, name));
  for (const column of asked)
    give(scene, column, { kind: "metadata", name: scene.name(column.name), type: numberType(column) ?? "terms" });
  if (asked.length > 0) return;
  for (const column of free(scene)) {
    const type = numberType(column) ?? (isTerms(column, scene.rows) ? "terms" : null);
    if (type) give(scene, column, { kind: "metadata", name: scene.name(column.name), type });
  }
}

function giveFields(scene: Scene): void {
  const asked = scene.options.fields.map((name) => columnOf(scene, name));
  const texts = free(scene).filter(isText);
  const chosen = asked.length > 0 ? asked : texts.length > 0 ? texts : longestOfTerms(scene);
  if (chosen.length === 0) throw new StartFailure("No column holds text to read. Name one with --field COLUMN.");
  // A dataset needs one field that every record has (contract api-v1 5.1 row 5).
  const complete = chosen.some((column) => column.present === scene.rows);
  for (const [index, column] of chosen.entries()) {
    const required = complete ? column.present === scene.rows : index === 0;
    give(scene, column, { kind: "field", name: scene.name(column.name), required });
  }
}

/** Nothing was long enough to be read: then the longest of what else is text. */
function longestOfTerms(scene: Scene): Column[] {
  const texts = scene.columns.filter((column) => scene.roles.get(column.name)?.kind === "metadata" && isText(column));
  return texts.sort((a, b) => averageLength(b) - averageLength(a)).slice(0, 1);
}

function giveRest(scene: Scene): void {
  for (const column of free(scene)) {
    give(
      scene,
      column,
      column.present === 0 ? { kind: "ignored", why: "always empty" } : { kind: "extra", name: column.name },
    );
  }
}
