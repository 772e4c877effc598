import type { Field } from "@postil/domain/datasets/field";
import type {
  MetadataMetrics,
  MetadataProperty,
  MetadataSettings,
  VectorSettings,
} from "@postil/domain/datasets/metadata-property";
import type { Question, QuestionSettings, QuestionType } from "@postil/domain/datasets/question";
import type { SettingsChange } from "@postil/domain/settings/question-settings";
import { asFloat, asWhole } from "@postil/domain/text/json-text";
import type { ExactNumber } from "@postil/domain/text/whole-numbers";
import { times, timesFromWire } from "../wire/mapping.ts";
import type {
  WireField,
  WireMetadataMetrics,
  WireMetadataProperty,
  WireMetadataSettings,
  WireVectorSettings,
} from "./parts.ts";
import type { ChangedQuestionSettings, WireQuestion, WireQuestionSettings } from "./questions.ts";

/** The parts of a dataset: fields, questions, metadata properties and vector settings. */

type Part = Pick<Field, "id" | "name" | "title" | "datasetId" | "insertedAt" | "updatedAt">;
type WirePart = Pick<WireField, "id" | "name" | "title" | "dataset_id" | "inserted_at" | "updated_at">;

const named = ({ id, name, title }: Part) => ({ id, name, title });
const ofDataset = (part: Part) => ({ dataset_id: part.datasetId, ...times(part) });

const partFromWire = (wire: WirePart): Part => ({
  id: wire.id,
  name: wire.name,
  title: wire.title,
  datasetId: wire.dataset_id,
  ...timesFromWire(wire),
});

export const fieldToWire = (field: Field): WireField => ({
  ...named(field),
  required: field.required,
  settings: { type: "text", use_markdown: field.settings.useMarkdown },
  ...ofDataset(field),
});

export const fieldFromWire = (wire: WireField): Field => ({
  ...partFromWire(wire),
  required: wire.required,
  settings: { type: "text", useMarkdown: wire.settings.use_markdown },
});

/** The wire's name of a settings member; the other members have the same name there. */
const WIRE_NAME = {
  useMarkdown: "use_markdown",
  visibleOptions: "visible_options",
  optionsOrder: "options_order",
  allowOverlapping: "allow_overlapping",
  allowCharacterAnnotation: "allow_character_annotation",
} as const;
type WireName = typeof WIRE_NAME;
type OwnName = { readonly [Own in keyof WireName as WireName[Own]]: Own };

/** Renames the members of settings. If the wire spells a member in another way, the code does not compile. */
type Renamed<Settings, Names> = Settings extends unknown
  ? { [Name in keyof Settings as Name extends keyof Names ? Names[Name] & string : Name]: OwnList<Settings[Name]> }
  : never;
type OwnList<Value> = Value extends readonly (infer Item)[] ? Item[] : Value;

/** The members of a change of settings that the wire takes for a type. */
type Changeable<Type extends QuestionType> = keyof SettingsChange &
  Exclude<keyof Renamed<Extract<ChangedQuestionSettings, { type: Type }>, OwnName>, "type">;

/** The members that can change, by question type (api-v1 6.7). */
const CHANGEABLE: { readonly [Type in QuestionType]: readonly Changeable<Type>[] } = {
  text: ["useMarkdown"],
  rating: [],
  ranking: [],
  label_selection: ["options", "visibleOptions"],
  multi_label_selection: ["options", "visibleOptions", "optionsOrder"],
  span: ["options", "visibleOptions", "allowOverlapping"],
};

type Spelling = { readonly [name: string]: string };

function renamed<Settings extends object, Names extends Spelling>(settings: Settings, names: Names) {
  const nameOf: Spelling = names;
  const members = Object.entries(settings).map(([name, value]) => [
    nameOf[name] ?? name,
    Array.isArray(value) ? [...value] : value,
  ]);
  return Object.fromEntries(members) as Renamed<Settings, Names>;
}

const OWN_NAME = Object.fromEntries(Object.entries(WIRE_NAME).map(([own, wire]) => [wire, own])) as OwnName;

export const questionSettingsToWire = (settings: QuestionSettings): WireQuestionSettings =>
  renamed(settings, WIRE_NAME);

export const questionSettingsFromWire = (wire: WireQuestionSettings): QuestionSettings => renamed(wire, OWN_NAME);

/** A change of settings for a request; members that the type does not have, and unchanged ones, are left out. */
export function settingsChangeToWire(change: SettingsChange): ChangedQuestionSettings {
  const { type } = change;
  const members = CHANGEABLE[type].flatMap((name) => (change[name] === undefined ? [] : [[name, change[name]]]));
  // It has this type and only its members.
  return { type, ...renamed(Object.fromEntries(members), WIRE_NAME) } as ChangedQuestionSettings;
}

export const questionToWire = (question: Question): WireQuestion => ({
  ...named(question),
  description: question.description,
  required: question.required,
  settings: questionSettingsToWire(question.settings),
  ...ofDataset(question),
});

export const questionFromWire = (wire: WireQuestion): Question => ({
  ...partFromWire(wire),
  description: wire.description,
  required: wire.required,
  settings: questionSettingsFromWire(wire.settings),
});

type NumberRange = {
  readonly type: "integer" | "float";
  readonly min: ExactNumber | null;
  readonly max: ExactNumber | null;
};

/** Bounds are written in the form of their property's values. */
function boundsToWire({ type, min, max }: NumberRange): { min: number | null; max: number | null } {
  const inForm = (bound: ExactNumber | null) =>
    bound === null ? null : type === "float" && typeof bound === "number" ? asFloat(bound) : asWhole(bound);
  return { min: inForm(min), max: inForm(max) };
}

const metadataSettingsToWire = (settings: MetadataSettings): WireMetadataSettings =>
  settings.type === "terms"
    ? { type: "terms", values: settings.values && [...settings.values] }
    : { type: settings.type, ...boundsToWire(settings) };

/**
 * A declared bound is a number on both sides; the server has rounded it beyond 2^53, and the browser reads such a
 * number as a bigint.
 */
const metadataSettingsFromWire = (wire: WireMetadataSettings): MetadataSettings =>
  wire.type === "terms"
    ? wire
    : {
        type: wire.type,
        min: wire.min === null ? null : Number(wire.min),
        max: wire.max === null ? null : Number(wire.max),
      };

export const metadataPropertyToWire = (property: MetadataProperty): WireMetadataProperty => ({
  ...named(property),
  settings: metadataSettingsToWire(property.settings),
  visible_for_annotators: property.visibleForAnnotators,
  ...ofDataset(property),
});

export const metadataPropertyFromWire = (wire: WireMetadataProperty): MetadataProperty => ({
  ...partFromWire(wire),
  settings: metadataSettingsFromWire(wire.settings),
  visibleForAnnotators: wire.visible_for_annotators,
});

/** The metrics of a property for a reply (FEN-20). */
export const metadataMetricsToWire = (metrics: MetadataMetrics): WireMetadataMetrics =>
  metrics.type === "terms"
    ? {
        type: "terms",
        total: metrics.total,
        values: metrics.values.map(({ term, count }) => ({ term, count })),
      }
    : { type: metrics.type, ...boundsToWire(metrics) };

/** Both sides have the same members. The browser reads ends beyond 2^53 as bigints and keeps their digits. */
export const metadataMetricsFromWire = (wire: WireMetadataMetrics): MetadataMetrics =>
  wire.type === "integer"
    ? { type: wire.type, min: endFromWire(wire.min), max: endFromWire(wire.max) }
    : (wire as MetadataMetrics);

const endFromWire = (end: number | bigint | null): ExactNumber | null => (typeof end === "bigint" ? String(end) : end);

export const vectorSettingsToWire = (settings: VectorSettings): WireVectorSettings => ({
  ...named(settings),
  dimensions: settings.dimensions,
  ...ofDataset(settings),
});

/** FEN-14: without a title, its name is the title. */
export const vectorSettingsFromWire = (
  wire: Omit<WireVectorSettings, "title"> & { readonly title?: string | null },
): VectorSettings => ({
  ...partFromWire({ ...wire, title: wire.title || wire.name }),
  dimensions: wire.dimensions,
});
