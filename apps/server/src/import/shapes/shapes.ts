import type { Row } from "../row.ts";
import { FROM_FEEDBACK, FROM_RECORDS, FROM_TASKS } from "./argilla.ts";
import { LABEL_STUDIO, LABEL_STUDIO_FLAT } from "./label-studio.ts";
import { isObject, isTexts, listIn, questionsOf, type Shape, unfolded, without } from "./members.ts";

const DECISIONS = new Set(["accept", "reject", "ignore"]);
/** Of Prodigy itself: for its own use. */
const PRODIGYS = ["_input_hash", "_task_hash", "_view_id", "_is_binary", "config", "_config", "versions"];

const PRODIGY: Shape = {
  key: "prodigy",
  name: "an export of Prodigy",
  sign: (rows) => {
    const said = rows.filter(({ answer }) => answer !== undefined && answer !== null);
    const isSaid = said.length > 0 && said.every(({ answer }) => DECISIONS.has(String(answer)));
    if (isSaid) return '"answer" says accept, reject or ignore';
    return rows.some((row) => "_input_hash" in row && "_task_hash" in row) ? "its rows have hashes of Prodigy" : null;
  },
  becomes:
    '"accept" becomes the label, the members of "meta" become columns, tokens beside a text and what Prodigy keeps for itself are left out',
  turn: () => (row) => {
    const { tokens, accept, options, meta, text, label } = row;
    const isChoice = isChosen(accept) && (label === undefined || label === null);
    const gone = new Set(PRODIGYS);
    if (isObject(meta)) gone.add("meta");
    if (isChoice) for (const name of ["accept", "options"]) gone.add(name);
    const words = listIn(tokens).map((token) => (isObject(token) ? token.text : token));
    const isTokens = words.length > 0 && isTexts(words);
    if (isTokens) gone.add("tokens");
    const called = new Map(listIn(options).flatMap((one) => (isObject(one) ? [[one.id, calledIn(one)[0]]] : [])));
    const pairs: [string, unknown][] = [
      ...without(row, gone),
      ...(isTokens && typeof text !== "string" ? [["tokens", words] as [string, unknown]] : []),
      ...(isChoice ? [["label", accept.map((id) => String(called.get(id) ?? id))] as [string, unknown]] : []),
      ...(isObject(meta) ? unfolded(row, "meta") : []),
    ];
    return { row: Object.fromEntries(pairs) };
  },
  wishes: (columns, first) => ({
    questions: questionsOf(columns, ["label", "spans"]).map((wish) => {
      // Also those that nobody chose.
      const offered = [...new Set(first.flatMap(({ options }) => listIn(options).flatMap(calledIn)))];
      const { name, type } = wish;
      if (name !== "label" || type === "text" || type === "rating" || offered.length === 0) return wish;
      const form = { hasColumn: true, title: name, description: null, required: true, firstOptions: offered };
      return { ...wish, form };
    }),
  }),
};

/** Ids of the chosen options. */
const isChosen = (accept: unknown): accept is readonly (string | number)[] =>
  Array.isArray(accept) && accept.every((id) => typeof id === "string" || typeof id === "number");
const calledIn = (option: unknown): string[] => (isObject(option) ? [String(option.text ?? option.id)] : []);

/** A category counts from this score. */
const SURE = 0.5;

/** Spans by the name of their group, as spaCy's span categorizer has them. */
const isGroups = (value: unknown): boolean =>
  isObject(value) && Object.values(value).length > 0 && Object.values(value).every(Array.isArray);

const isScores = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((one) => typeof one === "number" || typeof one === "boolean");

const SPACY: Shape = {
  key: "spacy",
  name: "spaCy's examples",
  sign: (rows) => {
    if (rows.some(({ cats }) => isObject(cats) && Object.keys(cats).length > 0 && isScores(cats)))
      return '"cats" has a score for each category';
    const isDoc = rows.some(({ ents, text }) => typeof text === "string" && listIn(ents).some(isObject));
    if (isDoc) return '"ents" has the places of entities';
    const isGrouped = rows.some(({ spans, text }) => typeof text === "string" && isGroups(spans));
    return isGrouped ? '"spans" has groups of spans' : null;
  },
  becomes: `categories of at least ${SURE} become labels in "label", others are left out with their scores, "ents", or else the first group of "spans", becomes spans, further groups are kept as metadata, "tokens" and "sents" are left out`,
  turn: () => (row) => {
    const { cats, ents } = row;
    const gone = new Set(["cats", "ents", ...(typeof row.text === "string" ? ["tokens", "sents"] : [])]);
    if (isGroups(row.spans)) gone.add("spans");
    const labels = isObject(cats) ? Object.keys(cats).filter((name) => Number(cats[name]) >= SURE) : null;
    return {
      row: Object.fromEntries([
        ...without(row, gone),
        ...(labels === null || Object.keys(cats ?? {}).length === 0 ? [] : [["label", labels]]),
        ...(Array.isArray(ents) ? [["spans", ents]] : []),
        ...(isGroups(row.spans) ? unfolded(row, "spans") : []),
      ]),
    };
  },
  wishes: (columns) => {
    const groups = columns.flatMap(({ name }) => (name.startsWith("spans.") ? [name] : []));
    return { questions: questionsOf(columns, ["label", "spans", "entities", ...groups]) };
  },
};

const DOCCANO_TABLE = new Set(["id", "text", "data", "label", "labels", "comments", "entities", "cats"]);
const isDoccanoTable = (row: object): boolean =>
  "id" in row && Object.keys(row).every((name) => DOCCANO_TABLE.has(name.toLowerCase()));

/** Texts that people wrote, not labels: no two are alike, and they are many or long. */
function areWritten(rows: readonly Row[]): boolean {
  const texts = rows.flatMap(({ label }) => (isTexts(label) ? label : []));
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  return new Set(texts).size === texts.length && (texts.length > MOST_CHOSEN || length > texts.length * LONG_LABEL);
}
const MOST_CHOSEN = 20;
const LONG_LABEL = 40;

const isGiven = (one: unknown): boolean => isObject(one) && ("label" in one || "text" in one) && "user" in one;
const isNumbered = (one: unknown): boolean =>
  (Array.isArray(one) ? typeof one[2] : isObject(one) && typeof one.label) === "number";
const areNumbered = ({ annotations, labels }: Row): boolean =>
  listIn(annotations).some((one) => isGiven(one) && isNumbered(one)) ||
  listIn(labels).some((one) => Array.isArray(one) && isNumbered(one));

/**
 * Doccano's oldest export has `annotations` of its users, with labels by number: they become what later exports have. A label
 * is called by its number as a text then, for its name is in another file.
 */
function createLater(first: readonly Row[]): (row: Row) => Row {
  const arePlaced = first.some(({ annotations }) =>
    listIn(annotations).some((one) => isObject(one) && "start_offset" in one),
  );
  const name = arePlaced ? "entities" : "label";
  const labelOf = (label: unknown) => (typeof label === "number" ? String(label) : label);
  return (row) => {
    const { annotations, labels, ...rest } = row;
    const given = listIn(annotations);
    if (Array.isArray(annotations) && given.every(isGiven) && !(name in rest)) {
      const said = given.flatMap((one) => (isObject(one) ? [one] : []));
      const places = said.map(({ start_offset: start, end_offset: end, label }) => ({
        start,
        end,
        label: labelOf(label),
      }));
      const all = [...new Set(said.map(({ label, text }) => labelOf(label ?? text)))];
      return { ...rest, ...(labels === undefined ? {} : { labels }), [name]: arePlaced ? places : all };
    }
    if (!listIn(labels).some((one) => Array.isArray(one) && isNumbered(one))) return row;
    const named = listIn(labels).map((one) => (Array.isArray(one) ? [one[0], one[1], labelOf(one[2])] : one));
    return { ...row, labels: named };
  };
}

const DOCCANO: Shape = {
  key: "doccano",
  name: "an export of doccano",
  sign: (rows, isTable) => {
    if (!rows.every((row) => (isTable ? isDoccanoTable(row) : "text" in row || "data" in row))) return null;
    if (isTable)
      return rows.some(({ label }) => typeof label === "string" && /[^\s#]#[^\s#]/.test(label))
        ? '"label" joins labels by #'
        : null;
    if (rows.some(areNumbered)) return "labels are numbers here: their names stand in doccano's label file";
    if (rows.some(({ annotations }) => listIn(annotations).some(isGiven))) return '"annotations" have a "user"';
    if (rows.some(({ entities }) => listIn(entities).some((one) => isObject(one) && "start_offset" in one)))
      return '"entities" have a "start_offset"';
    if (
      rows.some((row) => "id" in row && ("Comments" in row || "comments" in row) && ("label" in row || "cats" in row))
    )
      return 'its rows have "id", labels and "Comments"';
    return rows.every((row) => "id" in row && Array.isArray(row.label)) ? '"label" is a list beside "id"' : null;
  },
  becomes:
    'labels and entities become questions, those of several users are put together, texts in their place a text to write (several joined by line ends), empty "Comments" and "relations" are left out',
  turn: (first, isTable) => {
    const isJoined = isTable && first.some(({ label }) => typeof label === "string");
    const later = createLater(first);
    const isWritten = areWritten(first.map(later));
    return (given) => {
      const row = later(given);
      const { label } = row;
      const isEmpty = (name: string) => Array.isArray(row[name]) && listIn(row[name]).length === 0;
      const gone = new Set(["Comments", "comments", "relations"].filter(isEmpty));
      const pairs = without(row, gone).map(([name, value]): [string, unknown] =>
        isJoined && name === "label" && typeof label === "string"
          ? [name, label.split("#").filter((one) => one !== "")]
          : name === "label" && isWritten && isTexts(label)
            ? [name, label.join("\n")]
            : name === "data" && row.text === undefined
              ? ["text", value]
              : [name, value],
      );
      return { row: Object.fromEntries(pairs) };
    };
  },
  wishes: (columns, first) => {
    const asked = questionsOf(columns, ["label", "labels", "cats", "entities"]);
    const isWritten = areWritten(first.map(createLater(first)));
    // A project of doccano allows several labels.
    return {
      questions: asked.map((wish) => {
        if (isWritten && wish.name === "label") return { ...wish, type: "text" };
        const isList = columns.some(({ name, textLists }) => name === wish.name && textLists > 0);
        return isList && wish.type === "label_selection" ? { ...wish, type: "multi_label_selection" } : wish;
      }),
    };
  },
};

/** The first that fits is taken. */
export const SHAPES: readonly Shape[] = [
  LABEL_STUDIO,
  LABEL_STUDIO_FLAT,
  FROM_FEEDBACK,
  FROM_RECORDS,
  FROM_TASKS,
  PRODIGY,
  SPACY,
  DOCCANO,
];
