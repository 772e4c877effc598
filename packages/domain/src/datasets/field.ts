import { fitsMembers, type JsonObject, type MembersOf } from "../json-object.ts";
import type { Micros } from "../time.ts";

export type FieldSettings = { readonly type: "text"; readonly useMarkdown: boolean };
export type FieldType = FieldSettings["type"];

/** What the settings of each field type look like in a form that a browser has kept. A new type is an entry here. */
const TYPES: { readonly [Type in FieldType]: MembersOf<Extract<FieldSettings, { readonly type: Type }>> } = {
  text: { useMarkdown: (kept) => typeof kept === "boolean" },
};

/** The members of field settings that can change. */
export type EditableFieldSettings = FieldSettings extends infer Settings
  ? Settings extends FieldSettings
    ? Omit<Settings, "type">
    : never
  : never;

export const areFieldSettings = (kept: JsonObject): boolean =>
  Object.values(TYPES).some((members) => fitsMembers(kept, members));

/** Most fields of a dataset: each is a column of its text index. */
export const MOST_FIELDS = 1000;

export type Field = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly description: string | null;
  readonly required: boolean;
  readonly settings: FieldSettings;
  readonly datasetId: string;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};
