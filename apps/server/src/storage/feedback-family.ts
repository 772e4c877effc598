import type { MetadataSettings } from "@postil/domain/datasets/metadata-property";
import type { QuestionSettings } from "@postil/domain/datasets/question";
import { answerKind, type ValueKind } from "@postil/domain/records/question-types";
import {
  type AnswerValue,
  type FieldValues,
  fieldText,
  type MetadataText,
  type MetadataValues,
} from "@postil/domain/records/record";
import { previewOf } from "@postil/domain/records/record-preview";
import { exactlyIn, parseKeepingForm } from "@postil/domain/text/json-text";
import { wordTexts } from "@postil/domain/text/text-analysis";
import { type ExactNumber, exactly, orderText } from "@postil/domain/text/whole-numbers";
import { deletedAsSearched, loadFieldNames, metadataPropertyFromRow, questionFromRow } from "./dataset-rows.ts";
import type { IndexedTexts } from "./engine.ts";
import type { FamilyOfRecords, SearchedDataset } from "./family.ts";
import { addFilterValues } from "./filter-values.ts";
import { partsBySize, type Stretch, stretchOf } from "./parts.ts";
import { STEP_BYTES, sizesOfParts, vectorBytes } from "./record-sizes.ts";
import { rowsOf } from "./statements.ts";
import type { Db } from "./tables.ts";
import { exactTarget, type FilterValue, withExact } from "./value-sources.ts";

/** What searches of feedback datasets go by: targets, values and texts, computed from the records and their suggestions. */

/**
 * The subject of a `filter_value` row as one integer: the key of a metadata property or of a question, and which side of it.
 * Keys are never reused, so targets are not reused either.
 */
const SIDES = { metadata: 0, value: 1, score: 2, agent: 3 } as const;

export const metadataTarget = (propertyKey: number): number => propertyKey * 4 + SIDES.metadata;
export const suggestionTarget = (questionKey: number, side: "value" | "score" | "agent"): number =>
  questionKey * 4 + SIDES[side];

export const targetsOfQuestion = (questionKey: number): number[] =>
  (["value", "score", "agent"] as const).map((side) => suggestionTarget(questionKey, side));

export const metadataKind = (settings: MetadataSettings): ValueKind => (settings.type === "terms" ? "text" : "number");

export type FilterTargets = {
  readonly properties: readonly {
    readonly name: string;
    readonly target: number;
    readonly kind: ValueKind;
    readonly isWhole: boolean;
  }[];
  /** By question key; null means that scores and agents are indexed, but not the values. */
  readonly answers: ReadonlyMap<number, ValueKind | null>;
};

export function filterTargets(
  properties: readonly { readonly key: number; readonly name: string; readonly settings: MetadataSettings }[],
  questions: readonly { readonly key: number; readonly settings: QuestionSettings }[],
): FilterTargets {
  return {
    properties: properties.map(({ key, name, settings }) => ({
      name,
      target: metadataTarget(key),
      kind: metadataKind(settings),
      isWhole: settings.type === "integer",
    })),
    answers: new Map(questions.map(({ key, settings }) => [key, answerKind(settings)])),
  };
}

export const propertyTargets = (properties: FilterTargets["properties"]): number[] =>
  properties.flatMap(({ target, isWhole }) => withExact(target, isWhole));

/** Every target that the rows of a feedback record may have. */
export const allTargets = ({ properties, answers }: FilterTargets): number[] => [
  ...propertyTargets(properties),
  ...[...answers.keys()].flatMap(targetsOfQuestion),
];

/** The integer keys of the objects that records name, by the names in the records. */
export type RecordKeys = {
  readonly dataset: number;
  /** By question id. */
  readonly questions: ReadonlyMap<string, number>;
  /** By vector settings' name. */
  readonly vectors: ReadonlyMap<string, number>;
  readonly users: ReadonlyMap<string, number>;
  /** The names of all fields, in the order of their creation. */
  readonly fields: readonly string[];
  readonly targets: FilterTargets;
};

/** Key of a row that is known to exist. Throws if it is unknown. */
export function keyOf(keys: ReadonlyMap<string, number>, name: string): number {
  const key = keys.get(name);
  if (key === undefined) throw new Error(`'${name}' was not checked before it was written.`);
  return key;
}

/** The part of a value that a target of this kind uses; null means nothing. */
function seen(kind: ValueKind, value: unknown): string | number | null {
  if (kind === "number") return typeof value === "number" ? value : null;
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/** Appends to a list instead of returning one: most lists would have one value, and a bulk call has thousands. */
function addValues(found: FilterValue[], target: number, kind: ValueKind, value: unknown, seq: number): void {
  const add = (one: string | number | null) => one !== null && found.push([target, one, seq]);
  if (Array.isArray(value)) new Set(value.map((one) => seen(kind, one))).forEach(add);
  else add(seen(kind, value));
}

/** `metadataText`: present if the written form of the numbers matters. */
export type StatedMetadata = {
  readonly metadata: MetadataValues | null;
  readonly metadataText?: MetadataText | undefined;
};

/** The whole number of a name in metadata, with all its digits. The text is parsed when a number is first needed. */
function wholesIn({ metadata, metadataText }: StatedMetadata): (name: string) => ExactNumber {
  let exact: MetadataValues | null = metadataText === undefined ? metadata : null;
  return (name) => {
    exact ??= parseKeepingForm(metadataText ?? "{}") as MetadataValues; // what the values were read from
    return exactlyIn(exact[name]);
  };
}

/** The values of the declared properties; undeclared metadata is ignored (contract search-semantics 2.4). */
export function metadataValues(
  properties: FilterTargets["properties"],
  seq: number,
  stated: StatedMetadata,
): FilterValue[] {
  const found: FilterValue[] = [];
  const { metadata } = stated;
  if (metadata === null) return found;
  const wholeOf = wholesIn(stated);
  for (const { name, target, kind, isWhole } of properties) {
    if (!Object.hasOwn(metadata, name)) continue;
    const value = metadata[name];
    // Terms may be a list. A list of numbers is older than its property, and is not a valid value of it.
    const isBeyond = typeof value === "number" && typeof exactly(value) === "string";
    const term = kind === "text" && isBeyond ? wholeOf(name) : value;
    if (kind === "text" || !Array.isArray(value)) addValues(found, target, kind, term, seq);
    if (isWhole && isBeyond) found.push([exactTarget(target), orderText(wholeOf(name)), seq]);
  }
  return found;
}

type SuggestedValue = {
  readonly seq: number;
  readonly questionKey: number;
  readonly value: AnswerValue;
  readonly score: number | readonly number[] | null;
  readonly agent: string | null;
};

export function suggestionValues(answers: FilterTargets["answers"], suggestion: SuggestedValue): FilterValue[] {
  const { seq, questionKey, value, score, agent } = suggestion;
  const kind = answers.get(questionKey) ?? null;
  const found: FilterValue[] = [];
  if (kind !== null) addValues(found, suggestionTarget(questionKey, "value"), kind, value, seq);
  addValues(found, suggestionTarget(questionKey, "score"), "number", score, seq);
  addValues(found, suggestionTarget(questionKey, "agent"), "text", agent, seq);
  return found;
}

type TextOfRecord = { readonly seq: number; readonly fields: FieldValues };

export async function readTexts(
  db: Db,
  datasetKey: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<TextOfRecord[]> {
  const rows = await rowsOf(db, "record", { dataset_key: datasetKey })
    .select(["seq", "fields"])
    .where("seq", ">=", from)
    .where("seq", "<", to)
    .execute();
  return rows.map(({ seq, fields }) => ({ seq, fields: JSON.parse(fields) }));
}

export const FEEDBACK: FamilyOfRecords = {
  table: "record",
  datasets: "dataset",
  load: async (db) => {
    const columns = ["key", "id", "status", "next_seq", "record_count"] as const;
    const rows = await db.selectFrom("dataset").select(columns).execute();
    const living = rows.map(({ status, ...row }) => ({ ...row, isIndexed: status !== "draft" }));
    return [...living, ...(await deletedAsSearched(db, "dataset"))];
  },
  search: async (db, dataset) => {
    const fields = await loadFieldNames(db, dataset.id);
    const targets = await loadTargets(db, dataset.id);
    return {
      columns: fields.length,
      targets: allTargets(targets),
      wholes: targets.properties.flatMap(({ isWhole, target }) => (isWhole ? target : [])),
      stretches: async function* () {
        for await (const stretch of stretches(db, dataset)) {
          const texts = async () => (await readTexts(db, dataset.key, stretch)).map((one) => recordTexts(fields, one));
          yield { ...stretch, texts, values: () => valuesOf(db, dataset.key, stretch, targets) };
        }
      },
    };
  },
  parts: async (db, { id }) => {
    const fields = await loadFieldNames(db, id);
    const targets = await loadTargets(db, id);
    const settings = db.selectFrom("vector_settings").select(["key", "dimensions"]).where("dataset_id", "=", id);
    const vectors = await settings.execute();
    return {
      targets: allTargets(targets),
      vectors,
      sizes: async (at, seqs) => {
        const sizes = await sizesOfParts(db, at, seqs, { fields: true, responses: true, suggestions: true });
        return new Map([...sizes].map(([seq, bytes]) => [seq, bytes + vectorBytes(vectors)]));
      },
      searched: async (at, seqs) => {
        const stretch = stretchOf(seqs);
        const wanted = new Set(seqs);
        const texts = (await readTexts(db, at, stretch)).filter(({ seq }) => wanted.has(seq));
        const values = await valuesOf(db, at, stretch, targets);
        return {
          texts: texts.map((one) => recordTexts(fields, one)),
          values: values.filter(([, , seq]) => wanted.has(seq)),
        };
      },
      preview: async (at, seq) => {
        const [record] = await readTexts(db, at, stretchOf([seq]));
        return record ? previewOf(fields.map((name) => fieldText(record.fields, name))) : "";
      },
    };
  },
};

/** Maximum number of records per step; of their bytes: `STEP_BYTES`. */
const STEP = 512;

async function* stretches(
  db: Db,
  { key, next_seq }: Pick<SearchedDataset, "key" | "next_seq">,
): AsyncGenerator<Stretch> {
  for (let begin = 0; begin < next_seq; begin += STEP) {
    const seqs = Array.from({ length: STEP }, (_, index) => begin + index);
    const sizes = await sizesOfParts(db, key, seqs, { fields: true, responses: false, suggestions: true });
    for (const part of partsBySize(seqs, (seq) => sizes.get(seq) ?? 0, STEP_BYTES))
      yield { from: part[0] ?? begin, to: (part.at(-1) ?? begin) + 1 };
  }
}

/** The row of a record in the text index. `fields`: the names of all fields in the order of the columns. */
export const recordTexts = (fields: readonly string[], { seq, fields: texts }: TextOfRecord): IndexedTexts => [
  seq,
  ...fields.map((name) => wordTexts(fieldText(texts, name) ?? "").join(" ")),
];

async function loadTargets(db: Db, datasetId: string): Promise<FilterTargets> {
  const properties = await db.selectFrom("metadata_property").selectAll().where("dataset_id", "=", datasetId).execute();
  const questions = await db.selectFrom("question").selectAll().where("dataset_id", "=", datasetId).execute();
  return filterTargets(
    properties.map((row) => ({ key: row.key, ...metadataPropertyFromRow(row) })),
    questions.map((row) => ({ key: row.key, ...questionFromRow(row) })),
  );
}

async function metadataOf(
  db: Db,
  datasetKey: number,
  { from, to }: Stretch,
  properties: FilterTargets["properties"],
): Promise<FilterValue[]> {
  const rows = await rowsOf(db, "record", { dataset_key: datasetKey })
    .select(["seq", "metadata"])
    .where("seq", ">=", from)
    .where("seq", "<", to)
    .where("metadata", "is not", null)
    .execute();
  return rows.flatMap(({ seq, metadata }) =>
    metadataValues(properties, seq, { metadata: JSON.parse(metadata ?? "null"), metadataText: metadata ?? undefined }),
  );
}

async function valuesOf(db: Db, datasetKey: number, stretch: Stretch, targets: FilterTargets): Promise<FilterValue[]> {
  const suggestions = await rowsOf(db, "suggestion", { dataset_key: datasetKey })
    .select(["seq", "question_key", "value", "score", "agent"])
    .where("seq", ">=", stretch.from)
    .where("seq", "<", stretch.to)
    .execute();
  const suggested = suggestions.flatMap((row) =>
    suggestionValues(targets.answers, {
      seq: row.seq,
      questionKey: row.question_key,
      value: JSON.parse(row.value),
      score: JSON.parse(row.score ?? "null"),
      agent: row.agent,
    }),
  );
  return [...(await metadataOf(db, datasetKey, stretch, targets.properties)), ...suggested];
}

/** Writes the values of a new property for existing records: a pass over all of them. */
export async function addProperty(
  db: Db,
  dataset: Pick<SearchedDataset, "key" | "next_seq">,
  property: FilterTargets["properties"][number],
): Promise<void> {
  for await (const stretch of stretches(db, dataset)) {
    await addFilterValues(db, dataset.key, await metadataOf(db, dataset.key, stretch, [property]));
  }
}
