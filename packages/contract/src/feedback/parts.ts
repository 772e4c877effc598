import type { FieldType } from "@postil/domain/datasets/field";
import { MOST_TERMS } from "@postil/domain/datasets/metadata-property";
import { PART_DESCRIPTION, PART_NAME, PART_TITLE } from "@postil/domain/datasets/names";
import { pythonFloat } from "@postil/domain/text/python-text";
import { z } from "zod";
import { route } from "../route.ts";
import { bool, integer, number, term, text, uuid } from "../wire/leaf.ts";
import { id, int, itemsOf, stamps } from "../wire/replies.ts";
import { constant, list, nonNull, repliesOf, rule, type SettingsOnWire, settingsOf, variants } from "../wire/shape.ts";

const ENUMERATION = "FieldType";
const textType = constant("text", ENUMERATION);

/** The settings of each field type: in replies, in a new field, and in a change. A new type is one entry here. */
const FIELD_TYPES = {
  text: {
    reply: z.object({ type: z.literal("text"), use_markdown: z.boolean() }),
    created: z.object({ type: textType, use_markdown: bool.default(false) }),
    changed: z.object({ type: textType, use_markdown: bool }),
  },
} satisfies { readonly [Type in FieldType]: SettingsOnWire };

export const WireField = z.object({
  id,
  name: z.string(),
  title: z.string(),
  /** Of clients 2.x. Replies without it are those of 1.29 to the letter. */
  description: z.string().optional(),
  required: z.boolean(),
  settings: repliesOf(FIELD_TYPES),
  dataset_id: id,
  ...stamps,
});
export type WireField = z.output<typeof WireField>;

const bound = z.number().nullable();
const wholeRange = z.object({ type: z.literal("integer"), min: bound, max: bound });
const range = z.object({ type: z.literal("float"), min: bound, max: bound });

export const WireMetadataSettings = z.discriminatedUnion("type", [
  z.object({ type: z.literal("terms"), values: z.array(z.string()).nullable() }),
  wholeRange,
  range,
]);
export type WireMetadataSettings = z.output<typeof WireMetadataSettings>;

export const WireMetadataProperty = z.object({
  id,
  name: z.string(),
  title: z.string(),
  settings: WireMetadataSettings,
  visible_for_annotators: z.boolean(),
  dataset_id: id,
  ...stamps,
});
export type WireMetadataProperty = z.output<typeof WireMetadataProperty>;

export const WireMetadataMetrics = z.discriminatedUnion("type", [
  z.object({ type: z.literal("terms"), total: int, values: z.array(z.object({ term: z.string(), count: int })) }),
  wholeRange,
  range,
]);
export type WireMetadataMetrics = z.output<typeof WireMetadataMetrics>;

export const WireVectorSettings = z.object({
  id,
  name: z.string(),
  title: z.string(),
  dimensions: z.number(),
  dataset_id: id,
  ...stamps,
});
export type WireVectorSettings = z.output<typeof WireVectorSettings>;

/** Settings of a metadata property in requests (contract api-v1 7.3). */

const VALUES = { min: 1, max: MOST_TERMS } as const;

/** Settings with two bounds; `printed`: a bound as the error text shows it. */
const withBounds = <const Type extends string>(
  type: Type,
  bound: ReturnType<typeof number>,
  printed: (bound: number) => string,
) =>
  rule(
    z.object({ type: z.literal(type), min: bound.nullable().default(null), max: bound.nullable().default(null) }),
    ({ min, max }) =>
      min === null || max === null || min < max
        ? null
        : `'min' (${printed(min)}) must be lower than 'max' (${printed(max)})`,
  );

export const NewMetadataSettings = variants(
  "type",
  {
    terms: z.object({ type: z.literal("terms"), values: list(term, VALUES).nullable().default(null) }),
    integer: withBounds("integer", integer(), String),
    float: withBounds("float", number(), pythonFloat),
  },
  "MetadataPropertyType",
);

/** Fields of a dataset (contract api-v1 rows 9 to 12). */

const NewField = z.object({
  name: text(PART_NAME),
  title: text(PART_TITLE),
  description: text(PART_DESCRIPTION).nullish(),
  required: bool.nullish(),
  settings: settingsOf(FIELD_TYPES, "created", ENUMERATION),
});

export const fieldRoutes = {
  listFields: route("GET", "/api/v1/datasets/:dataset_id/fields", "member", {
    summary: "The fields of a dataset",
    replies: { 200: itemsOf(WireField) },
  }),
  createField: route("POST", "/api/v1/datasets/:dataset_id/fields", "manager", {
    conflicts: true,
    summary: "Add a field to a draft",
    body: NewField,
    replies: { 201: WireField },
  }),
  updateField: route("PATCH", "/api/v1/fields/:field_id", "manager", {
    summary: "Change the title, the description or the settings of a field",
    body: nonNull(
      {
        title: text(PART_TITLE).optional(),
        description: text(PART_DESCRIPTION).nullish(),
        settings: settingsOf(FIELD_TYPES, "changed", ENUMERATION).optional(),
      },
      ["title", "settings"],
    ),
    replies: { 200: WireField },
  }),
  replaceField: route("PUT", "/api/postil/v1/fields/:field_id", "manager", {
    conflicts: true,
    summary: "Give a field of a draft all its values anew",
    body: NewField,
    replies: { 200: WireField },
  }),
  deleteField: route("DELETE", "/api/v1/fields/:field_id", "manager", {
    summary: "Take a field out of a draft",
    replies: { 200: WireField },
  }),
};

/** Metadata properties of a dataset (contract api-v1 rows 17 to 21). */

export const metadataPropertyRoutes = {
  listMyMetadataProperties: route("GET", "/api/v1/me/datasets/:dataset_id/metadata-properties", "member", {
    summary: "The metadata properties the caller may see",
    replies: { 200: itemsOf(WireMetadataProperty) },
  }),
  createMetadataProperty: route("POST", "/api/v1/datasets/:dataset_id/metadata-properties", "manager", {
    conflicts: true,
    summary: "Add a metadata property",
    body: z.object({
      name: text(PART_NAME),
      title: text(PART_TITLE),
      settings: NewMetadataSettings,
      visible_for_annotators: bool.default(true),
    }),
    replies: { 201: WireMetadataProperty },
  }),
  updateMetadataProperty: route("PATCH", "/api/v1/metadata-properties/:metadata_property_id", "manager", {
    summary: "Change the title of a metadata property, or who sees it",
    body: nonNull({ title: text(PART_TITLE).optional(), visible_for_annotators: bool.optional() }, [
      "title",
      "visible_for_annotators",
    ]),
    replies: { 200: WireMetadataProperty },
  }),
  deleteMetadataProperty: route("DELETE", "/api/v1/metadata-properties/:metadata_property_id", "manager", {
    summary: "Delete a metadata property; the values in records stay",
    replies: { 200: WireMetadataProperty },
  }),
  getMetadataPropertyMetrics: route("GET", "/api/v1/metadata-properties/:metadata_property_id/metrics", "member", {
    summary: "The values of a metadata property in the records",
    replies: { 200: WireMetadataMetrics },
  }),
};

/** Vector settings of a dataset (contract api-v1 rows 22 to 25), and a read of Postil's own for the page. */

/** Records of the largest page (FQU-12). */
const MOST_RECORDS = 100;

export const vectorSettingsRoutes = {
  listVectorSettings: route("GET", "/api/v1/datasets/:dataset_id/vectors-settings", "member", {
    summary: "The vector settings of a dataset",
    replies: { 200: itemsOf(WireVectorSettings) },
  }),
  listVectorsOfRecords: route("GET", "/api/postil/v1/datasets/:dataset_id/records/vectors", "member", {
    summary: "The names of the vectors that up to 100 records have",
    query: z.object({ record_id: list(uuid, { min: 1, max: MOST_RECORDS }) }),
    replies: { 200: z.object({ items: z.array(z.object({ record_id: z.uuid(), vectors: z.array(z.string()) })) }) },
  }),
  createVectorSettings: route("POST", "/api/v1/datasets/:dataset_id/vectors-settings", "manager", {
    conflicts: true,
    summary: "Add a kind of vector",
    body: z.object({ name: text(PART_NAME), title: text(PART_TITLE), dimensions: integer({ gt: 0 }) }),
    replies: { 201: WireVectorSettings },
  }),
  updateVectorSettings: route("PATCH", "/api/v1/vectors-settings/:vector_settings_id", "manager", {
    summary: "Change the title of vector settings",
    body: nonNull({ title: text(PART_TITLE).optional() }, ["title"]),
    replies: { 200: WireVectorSettings },
  }),
  deleteVectorSettings: route("DELETE", "/api/v1/vectors-settings/:vector_settings_id", "manager", {
    summary: "Delete vector settings with their vectors",
    replies: { 200: WireVectorSettings },
  }),
};
