import { datasetFromWire } from "@postil/contract/datasets/mapping";
import {
  fieldFromWire,
  fieldToWire,
  metadataPropertyFromWire,
  questionFromWire,
  vectorSettingsFromWire,
} from "@postil/contract/feedback/parts-mapping";
import { settingsChangeToWire } from "@postil/contract/feedback/settings-change-mapping";
import type { Dataset } from "@postil/domain/datasets/dataset";
import type { Field } from "@postil/domain/datasets/field";
import type { MetadataProperty, VectorSettings } from "@postil/domain/datasets/metadata-property";
import { datasetNameFault } from "@postil/domain/datasets/names";
import type { Question } from "@postil/domain/datasets/question";
import {
  descriptionFault,
  type FieldForm,
  fieldForm,
  fieldUpdate,
  guidelinesUpdate,
  isEdited,
  isQuestionValid,
  type MetadataForm,
  metadataForm,
  metadataUpdate,
  type QuestionForm,
  questionForm,
  questionUpdate,
  titleFault,
  type VectorForm,
  vectorForm,
  vectorUpdate,
} from "@postil/domain/settings/settings-form";
import type { Micros } from "@postil/domain/time";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import "../../lib/api/manager-routes.ts";
import { asObject } from "@postil/domain/json-object";
import { t } from "i18next";
import { api } from "../../lib/api/api.ts";
import { errorMessage, failureOf } from "../../lib/api/failure.ts";
import { datasetQuery } from "../../lib/api/queries/dataset.ts";
import {
  fieldsQuery,
  metadataPropertiesQuery,
  questionsQuery,
  readFields,
  readMetadataProperties,
  readQuestions,
  readVectorSettings,
  vectorSettingsQuery,
} from "../../lib/api/queries/dataset-parts.ts";

export type PartKind =
  | "name"
  | "guidelines"
  | "field"
  | "question"
  | "metadata"
  | "vector"
  | "draftField"
  | "draftQuestion";
export type Stored = { readonly id: string; readonly updatedAt: Micros };

/** The functions for a kind of item, so that each item can be edited and saved separately (FSE-04, FSE-05, FSE-07). */
export type Part<Entity extends Stored, Form> = {
  readonly kind: PartKind;
  readonly formOf: (entity: Entity) => Form;
  readonly isEdited: (entity: Entity, form: Form) => boolean;
  readonly isValid: (form: Form, entity: Entity) => boolean;
  /** Loads the entity from the server, without caches; undefined if it is deleted. */
  readonly reread: (entity: Entity) => Promise<Entity | undefined>;
  /** True if nobody else has changed the part that this form edits. */
  readonly isSame: (entity: Entity, now: Entity) => boolean;
  /** Rejects as the client does, after it has shown the failure. */
  readonly save: (entity: Entity, form: Form) => Promise<Entity>;
  readonly keep: (client: QueryClient, entity: Entity) => void;
};

/** Not on the server yet; the id is of this device. */
export const NEW = "new:";
export const isNew = ({ id }: Pick<Stored, "id">): boolean => id.startsWith(NEW);

export function listed<Entity extends Stored & { readonly datasetId: string }, Form extends { readonly title: string }>(
  read: (datasetId: string) => Promise<readonly Entity[]>,
  query: (datasetId: string) => { readonly queryKey: QueryKey },
  formOf: (entity: Entity) => Form,
): Omit<Part<Entity, Form>, "kind" | "save"> {
  return {
    formOf,
    isEdited: (entity, form) => isEdited(formOf(entity), form),
    isValid: ({ title }) => titleFault(title) === null,
    reread: async ({ datasetId, id }) => (await read(datasetId)).find((other) => other.id === id),
    isSame: (entity, now) => entity.updatedAt === now.updatedAt,
    keep: (client, entity) =>
      void client.setQueryData<Entity[]>(query(entity.datasetId).queryKey, (list) =>
        list?.map((other) => (other.id === entity.id ? entity : other)),
      ),
  };
}

const rereadDataset = async ({ id }: Dataset): Promise<Dataset> =>
  datasetFromWire(await api.call("getDataset", { params: { dataset_id: id } }));
const keepDataset = (client: QueryClient, dataset: Dataset) =>
  void client.setQueryData(datasetQuery(dataset.id).queryKey, dataset);

export type NameForm = { readonly name: string };

/** The name of the dataset, in drafts and published datasets (DSB-10). */
export const NAME: Part<Dataset, NameForm> = {
  kind: "name",
  formOf: ({ name }) => ({ name }),
  isEdited: (dataset, { name }) => name.trim() !== dataset.name,
  isValid: ({ name }) => datasetNameFault(name, new Set()) === null,
  reread: rereadDataset,
  isSame: (dataset, now) => dataset.name === now.name,
  save: async ({ id }, { name }) =>
    datasetFromWire(await api.call("updateDataset", { params: { dataset_id: id }, body: { name: name.trim() } })),
  keep: (client, dataset) => {
    keepDataset(client, dataset);
    void client.invalidateQueries({ queryKey: ["datasets"] });
  },
};

export type GuidelinesForm = { readonly text: string };

export const GUIDELINES: Part<Dataset, GuidelinesForm> = {
  kind: "guidelines",
  formOf: ({ guidelines }) => ({ text: guidelines ?? "" }),
  isEdited: ({ guidelines }, { text }) => guidelinesUpdate(text) !== guidelinesUpdate(guidelines ?? ""),
  isValid: () => true,
  reread: rereadDataset,
  isSame: (dataset, now) => dataset.guidelines === now.guidelines,
  save: async ({ id, allowExtraMetadata }, { text }) => {
    const body = { allow_extra_metadata: allowExtraMetadata, guidelines: guidelinesUpdate(text) };
    return datasetFromWire(await api.call("updateDataset", { params: { dataset_id: id }, body }));
  },
  keep: keepDataset,
};

export const FIELD: Part<Field, FieldForm> = {
  kind: "field",
  ...listed(readFields, fieldsQuery, fieldForm),
  isValid: ({ title, description }) => titleFault(title) === null && descriptionFault(description) === null,
  save: async (field, form) => {
    const { title, description, settings } = fieldToWire({ ...field, ...fieldUpdate(field, form) });
    const body = { title, description, settings };
    return fieldFromWire(await api.call("updateField", { params: { field_id: field.id }, body }));
  },
};

export const QUESTION: Part<Question, QuestionForm> = {
  kind: "question",
  ...listed(readQuestions, questionsQuery, questionForm),
  isValid: isQuestionValid,
  save: async (question, form) => {
    const { title, description, settings } = questionUpdate(question, form);
    const body = { title, description, settings: settings && settingsChangeToWire(settings) };
    return questionFromWire(await api.call("updateQuestion", { params: { question_id: question.id }, body }));
  },
};

export const METADATA: Part<MetadataProperty, MetadataForm> = {
  kind: "metadata",
  ...listed(readMetadataProperties, metadataPropertiesQuery, metadataForm),
  save: async (property, form) => {
    const { title, visibleForAnnotators } = metadataUpdate(property, form);
    const body = { title, visible_for_annotators: visibleForAnnotators };
    const params = { metadata_property_id: property.id };
    return metadataPropertyFromWire(await api.call("updateMetadataProperty", { params, body }));
  },
};

export const VECTOR: Part<VectorSettings, VectorForm> = {
  kind: "vector",
  ...listed(readVectorSettings, vectorSettingsQuery, vectorForm),
  save: async (vector, form) => {
    const params = { vector_settings_id: vector.id };
    return vectorSettingsFromWire(await api.call("updateVectorSettings", { params, body: vectorUpdate(vector, form) }));
  },
};

/** Why a call was not done, in the server's words if it has some. Other errors are thrown on. */
export function reasonOf(error: unknown): { readonly status: number | null; readonly reason: string } {
  const failure = failureOf(error);
  if (failure === null) throw error;
  const { status, body } = failure;
  if (status === null) return { status, reason: t("drafts.copy.unreached") };
  const detail = asObject(body)?.detail;
  const reason =
    typeof detail === "string" ? detail.replaceAll(/`([^`]*)`/g, "“$1”") : errorMessage(failure).lines.join(" ");
  return { status, reason };
}
