import { type Row, valueIn } from "../row.ts";
import { isObject, listIn, questionsOf, type Shape, type Turned, unasked, unfolded, without } from "./members.ts";

/** Label Studio: tasks with annotations (JSON), or one row for each annotation (JSON-MIN, CSV). */

const ANNOTATOR = "annotator";
/** Of Label Studio itself: counts, times and numbers of its own. */
const OWN = [
  ...["annotations", "completions", "predictions", "data", "meta", "drafts", "file_upload", "inner_id", "project"],
  ...["total_annotations", "cancelled_annotations", "total_predictions", "comment_count", "unresolved_comment_count"],
  ...["last_comment_updated_at", "updated_by", "comment_authors", "allow_skip", "created_at", "updated_at"],
];

/** The value of a region or a choice, in plain form. `undefined`: it has none that can be read. */
function plainOf(value: Row): { readonly kind: "list" | "span" | "one"; readonly values: readonly unknown[] } | null {
  const { choices, rating, number, text, taxonomy, ranker, selected } = value;
  // Of a page, places are paths in it; those in its whole text are beside them.
  const { start, end } = isObject(value.globalOffsets) ? value.globalOffsets : value;
  const labels = Object.entries(value).find(([name, one]) => /labels$/.test(name) && Array.isArray(one))?.[1];
  if (Array.isArray(labels) && Number.isSafeInteger(start) && Number.isSafeInteger(end))
    return {
      kind: "span",
      values: labels.map((label) => ({ start, end, label, ...(typeof text === "string" ? { text } : {}) })),
    };
  if (typeof selected === "string") return { kind: "list", values: [selected] };
  if (Array.isArray(choices)) return { kind: "list", values: choices };
  if (Array.isArray(ranker)) return { kind: "list", values: ranker };
  if (Array.isArray(taxonomy)) return { kind: "list", values: taxonomy.map((path) => listIn(path).join(" / ")) };
  if (rating !== undefined) return { kind: "one", values: [rating] };
  if (number !== undefined) return { kind: "one", values: [number] };
  if (Array.isArray(text)) return { kind: "one", values: [text.join("\n")] };
  return null;
}

/** A place of a text or a picture. */
const isPlaced = (value: Row): boolean => "start" in value || "x" in value;
// The rows of one task become one record, which cannot have the places of each.
const PLACES_LOST = "values of regions become values of the whole record, and where they were is left out";
const OF_RECORD = "values of regions become values of the whole record, and metadata keeps where they were";
/** Where the values of a control are, if they are values of regions. */
const regionsOf = (control: string) => `${control}.regions`;

/**
 * The results of one annotation, by the name of their control. A second value where one is meant makes a list. `regions`: gets
 * the values that have a place in the record, by the column that keeps them.
 */
function valuesOf(result: unknown, regions?: Map<string, unknown[]>): ReadonlyMap<string, unknown> {
  const found = new Map<string, { readonly values: unknown[]; isOne: boolean }>();
  for (const one of listIn(result)) {
    if (!isObject(one) || typeof one.from_name !== "string" || !isObject(one.value)) continue;
    const plain = plainOf(one.value);
    if (plain !== null && plain.kind !== "span" && isPlaced(one.value)) {
      const column = regionsOf(one.from_name);
      if (regions?.get(column)?.push(one.value) === undefined) regions?.set(column, [one.value]);
    }
    const control = found.get(one.from_name) ?? { values: [], isOne: plain?.kind === "one" };
    control.isOne &&= control.values.length === 0 && plain?.kind === "one";
    for (const value of plain?.values ?? [one.value]) control.values.push(value);
    found.set(one.from_name, control);
  }
  return new Map([...found].map(([name, { values, isOne }]) => [name, isOne ? values[0] : values]));
}

const nameOf = (by: unknown): unknown => (isObject(by) ? (by.email ?? by.username ?? by.id ?? null) : (by ?? null));

const isTask = (row: Row): boolean =>
  isObject(row.data) && [row.annotations, row.completions, row.predictions].some(Array.isArray);

/** Controls whose answers are written, not chosen. */
const writtenIn = (rows: readonly Row[]): ReadonlySet<unknown> =>
  new Set(
    rows.flatMap((row) =>
      [...listIn(row.annotations ?? row.completions), ...listIn(row.predictions)].flatMap((one) =>
        listIn(isObject(one) ? one.result : null).flatMap((result) =>
          isObject(result) && result.type === "textarea" ? [result.from_name] : [],
        ),
      ),
    ),
  );

/** The controls of a labeling configuration, as the first rows show them. */
const controlsIn = (rows: readonly Row[], side: "annotations" | "predictions"): readonly string[] => [
  ...new Set(
    rows.flatMap((row) =>
      listIn(row[side] ?? (side === "annotations" ? row.completions : null)).flatMap((one) =>
        isObject(one) ? [...valuesOf(one.result).keys()] : [],
      ),
    ),
  ),
];

/** Controls that mark regions. Who submits without one says that there is none (FAN-27). */
const markersIn = (rows: readonly Row[]): ReadonlySet<string> =>
  new Set(
    rows
      .flatMap((row) => [...listIn(row.annotations ?? row.completions), ...listIn(row.predictions)])
      .flatMap((one) => listIn(isObject(one) ? one.result : null))
      .flatMap((one) =>
        isObject(one) && typeof one.from_name === "string" && isObject(one.value) && plainOf(one.value)?.kind === "span"
          ? [one.from_name]
          : [],
      ),
  );

const MARKS_NOTHING =
  "annotations that mark nothing, which as answers of people are kept as such and as suggestions suggest nothing";
const EMPTY = "annotations left out, as they are empty and no question takes that for an answer";

type Known = {
  /** Names of data that something else has. */
  readonly taken: ReadonlySet<string>;
  readonly markers: ReadonlySet<string>;
};

const predicted = (name: string) => `${name}.prediction`;
const MODEL = "prediction.model";
const SCORE = "prediction.score";

function turnedTask(row: Row, { taken, markers }: Known): Turned {
  const notes: string[] = [];
  const own = new Set(OWN);
  const data = Object.entries(isObject(row.data) ? row.data : {}).map(([name, value]): [string, unknown] => [
    taken.has(name) ? `data.${name}` : name,
    value,
  ]);
  const given = listIn(row.annotations ?? row.completions).filter(
    (one): one is Row => isObject(one) && one.was_cancelled !== true,
  );
  const regions = new Map<string, unknown[]>();
  const annotations = given.map((one) => {
    const [own, by] = [new Map<string, unknown[]>(), nameOf(one.completed_by)];
    const values = valuesOf(one.result, own);
    for (const [column, placed] of own) {
      // Of several people each region says whose it is.
      const whose = given.length > 1 && by !== null ? { by: String(by) } : {};
      regions.set(column, [...(regions.get(column) ?? []), ...placed.map((value) => ({ ...Object(value), ...whose }))]);
      for (const _ of placed) notes.push(OF_RECORD);
    }
    return { by, values };
  });
  for (const { values } of annotations) if (values.size === 0) notes.push(markers.size > 0 ? MARKS_NOTHING : EMPTY);
  // Those that hold nothing show all the same that several people were asked.
  const answered = annotations.map(({ by, values }) => ({
    by,
    values: new Map([...values, ...[...markers].filter((name) => !values.has(name)).map(markNothing)]),
  }));
  const names = [...new Set(answered.flatMap(({ values }) => [...values.keys()]))];
  const [first = {}, ...also] = answered.map(({ by, values }) => ({
    ...Object.fromEntries(names.map((name) => [name, values.get(name) ?? null])),
    ...(by === null ? {} : { [ANNOTATOR]: String(by) }),
  }));
  const [prediction] = listIn(row.predictions).filter(isObject);
  const guesses = [...valuesOf(prediction?.result)].map(([name, value]): [string, unknown] => [predicted(name), value]);
  const score = typeof prediction?.score === "number" ? prediction.score : null;
  const turned = {
    ...Object.fromEntries(data),
    ...Object.fromEntries(without(row, own)),
    ...Object.fromEntries(unfolded(row, "meta")),
    ...first,
    ...Object.fromEntries(regions),
    ...Object.fromEntries(guesses),
    ...(guesses.length > 0 ? { [MODEL]: modelOf(prediction?.model_version), [SCORE]: score } : {}),
  };
  return { row: turned, also, notes };
}

const markNothing = (name: string): [name: string, value: unknown] => [name, []];

export const LABEL_STUDIO: Shape = {
  key: "label-studio",
  name: "Label Studio's JSON",
  // A task that nobody worked on may have its data alone.
  sign: (rows) =>
    rows.some(isTask) && rows.every(({ data }) => isObject(data))
      ? 'its tasks have "data" and "annotations" or "predictions"'
      : null,
  becomes:
    "the members of data become columns, each control becomes a question, several texts of one control are joined by line ends, of several predictions the first is taken, skipped annotations, relations and what Label Studio keeps for itself are left out",
  unit: "utf16",
  turn: (first) => {
    const controls = controlsIn(first, "annotations");
    const taken = new Set(["id", ANNOTATOR, ...controls, ...controls.map(regionsOf), ...markersIn(first)]);
    const markers = markersIn(first);
    return (row) => turnedTask(row, { taken, markers });
  },
  wishes: (columns, first) => {
    const has = (name: string) => columns.some((column) => column.name === name);
    const written = writtenIn(first);
    const markers = markersIn(first);
    // Regions that only a model marked are asked for too, where people marked nothing.
    const controls = [...controlsIn(first, "annotations"), ...[...markers].filter(has)];
    const asked = questionsOf(columns, [...new Set(controls)], (name) => (markers.has(name) ? predicted(name) : null));
    const foreseen = controlsIn(first, "predictions").filter((name) => !has(name));
    const questions = [
      ...asked,
      ...foreseen.flatMap((name) => questionsOf(columns, [predicted(name)]).map((wish) => unasked(wish, name))),
    ].map((wish) => (written.has(wish.name) ? { ...wish, type: "text" as const } : wish));
    const guessed = controlsIn(first, "predictions").filter(
      (name) => has(predicted(name)) && questions.some((one) => one.name === name),
    );
    const from = { agent: { column: MODEL }, score: { column: SCORE } };
    const isOfMany = columns.some(({ name, also }) => name === ANNOTATOR && also > 0);
    return {
      questions,
      suggestions: guessed.map((name) => ({ question: name, column: predicted(name), ...from })),
      responses: isOfMany ? asked.map(({ name }) => ({ column: name, question: name, by: { column: ANNOTATOR } })) : [],
      // Of several people none is the record's own.
      ignored: [...(guessed.length > 0 ? [MODEL, SCORE] : []), ...(isOfMany ? [ANNOTATOR] : [])],
    };
  },
};

/** In the letters that the name of an agent may have. */
const modelOf = (version: unknown): string => {
  const name = String(version ?? "")
    .replaceAll(/[^a-zA-Z0-9-_:./ ]+/g, "_")
    .slice(0, 200);
  return /[a-zA-Z0-9]/.test(name) ? name : "label-studio";
};

const FLAT = ["annotation_id", "lead_time"];
const FLATS_OWN = new Set([...FLAT, "created_at", "updated_at"]);

/** In JSON-MIN and CSV the answers stand between the id of the task and its annotator. */
function answersIn(row: Row): readonly string[] {
  const names = Object.keys(row);
  const [from, to] = [names.indexOf("id"), names.indexOf(ANNOTATOR)];
  return names.slice(from + 1, to < 0 ? names.length : to).filter((name) => !FLATS_OWN.has(name));
}

export const LABEL_STUDIO_FLAT: Shape = {
  key: "label-studio-min",
  name: "Label Studio's CSV or JSON-MIN",
  sign: (rows) =>
    rows.every((row) => FLAT.every((name) => name in row)) ? 'its rows have "annotation_id" and "lead_time"' : null,
  becomes: "choices and regions become labels and spans, and what Label Studio keeps for itself is left out",
  unit: "utf16",
  turn: (first) => {
    const lists = new Set(
      first.flatMap((row) => Object.keys(row).filter((name) => isObject(row[name]) && Array.isArray(flat(row[name])))),
    );
    const isMarked = (value: unknown) => listIn(value).some((one) => isObject(one) && plainOf(one)?.kind === "span");
    const markers = new Set(first.flatMap((row) => answersIn(row).filter((name) => isMarked(row[name]))));
    return (row): Turned => {
      const notes: string[] = [];
      const unmarked = [...markers].filter((name) => valueIn(row, name) === null).map(markNothing);
      const pairs = without(row, FLATS_OWN).map(([name, value]) => {
        const plain = flat(value, notes);
        return [name, lists.has(name) && typeof plain === "string" ? [plain] : plain];
      });
      return { row: Object.fromEntries([...pairs, ...unmarked]), notes };
    };
  },
  wishes: (columns, first) => {
    const questions = questionsOf(columns, [...new Set(first.flatMap(answersIn))]);
    const find = (name: string) => columns.find((column) => column.name === name);
    const id = find("id");
    const rows = Math.max(...columns.map(({ present }) => present));
    // A task with several annotations has a row for each.
    if (!id || id.unique || id.present < rows || find(ANNOTATOR)?.present !== rows) return { questions };
    const by = { column: ANNOTATOR };
    return {
      ...{ questions, id: id.name, merge: true },
      responses: questions.map(({ name }) => ({ column: name, question: name, by })),
    };
  },
};

/** `{choices: [...]}` or a list of regions, in plain form. */
function flat(value: unknown, notes: string[] = []): unknown {
  if (isObject(value)) {
    const { kind, values = [] } = plainOf(value) ?? {};
    return kind === undefined ? value : kind === "one" ? values[0] : values;
  }
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) return value;
  const plain = value.map(plainOf);
  if (plain.some((one) => one === null)) return value;
  const values = plain.flatMap((one) => one?.values ?? []);
  for (const [at, one] of plain.entries())
    if (one?.kind !== "span" && isPlaced(value[at] ?? {})) notes.push(PLACES_LOST);
  return plain[0]?.kind === "one" ? values[0] : values;
}
