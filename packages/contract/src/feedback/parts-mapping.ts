import type { Field } from "@postil/domain/datasets/field";
import type {
  MetadataMetrics,
  MetadataProperty,
  MetadataSettings,
  VectorSettings,
} from "@postil/domain/datasets/metadata-property";
import type { Question } from "@postil/domain/datasets/question";
import { asFloat, asWhole } from "@postil/domain/text/json-text";
import type { ExactNumber } from "@postil/domain/text/whole-numbers";
import { nameOnWire, type Snake } from "../wire/entity-mapping.ts";
import { times, timesFromWire } from "../wire/mapping.ts";
import type {
  WireField,
  WireMetadataMetrics,
  WireMetadataProperty,
  WireMetadataSettings,
  WireVectorSettings,
} from "./parts.ts";
import type { WireQuestion } from "./questions.ts";

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
  ...(field.description === null ? {} : { description: field.description }),
  required: field.required,
  settings: settingsToWire(field.settings),
  ...ofDataset(field),
});

export const fieldFromWire = (wire: WireField): Field => ({
  ...partFromWire(wire),
  description: wire.description ?? null,
  required: wire.required,
  settings: settingsFromWire(wire.settings),
});

type Camel<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name;
type OwnList<Value> = Value extends readonly (infer Item)[] ? Item[] : Value;

/** The members of settings in the spelling of the wire, or in our own. */
type OnWire<Settings> = Settings extends unknown
  ? { [Name in keyof Settings as Snake<Name>]: OwnList<Settings[Name]> }
  : never;
type OffWire<Settings> = Settings extends unknown
  ? { [Name in keyof Settings as Camel<Name>]: OwnList<Settings[Name]> }
  : never;

const renamed = (settings: object, nameOf: (name: string) => string) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [nameOf(name), Array.isArray(value) ? [...value] : value]),
  );

/** Settings of any type, or a change of them. If the wire spells a member in another way, the callers do not compile. */
export const settingsToWire = <Settings extends object>(settings: Settings) =>
  renamed(settings, nameOnWire) as OnWire<Settings>;

export const settingsFromWire = <Settings extends object>(settings: Settings) =>
  renamed(settings, (name) => name.replace(/_./g, ([, letter = ""]) => letter.toUpperCase())) as OffWire<Settings>;

export const questionToWire = (question: Question): WireQuestion => ({
  ...named(question),
  description: question.description,
  required: question.required,
  settings: settingsToWire(question.settings),
  ...ofDataset(question),
});

export const questionFromWire = (wire: WireQuestion): Question => ({
  ...partFromWire(wire),
  description: wire.description,
  required: wire.required,
  settings: settingsFromWire(wire.settings),
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

/** A declared bound is a number on both sides. The server has rounded it beyond 2^53; the browser reads a bigint. */
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
