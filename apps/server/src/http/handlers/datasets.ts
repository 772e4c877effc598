import { deletedToWire, restorationToWire } from "@postil/contract/accounts/administration-mapping";
import { datasetToWire, ownMetricsToWire, progressToWire } from "@postil/contract/datasets/mapping";
import { comparisonToWire, snapshotToWire } from "@postil/contract/datasets/snapshot-mapping";
import type { WireAddTarget } from "@postil/contract/feedback/merging";
import {
  fieldToWire,
  metadataMetricsToWire,
  metadataPropertyToWire,
  questionToWire,
  settingsFromWire,
  vectorSettingsToWire,
} from "@postil/contract/feedback/parts-mapping";
import { recordToWire } from "@postil/contract/feedback/record-mapping";
import { tooLong } from "@postil/contract/wire/leaf";
import type { QuestionType } from "@postil/domain/datasets/question";
import type { Limits } from "../../limits.ts";
import type { Caller } from "../../storage/store.ts";
import type { AddTarget } from "../../usecases/feedback/merge-records.ts";
import { Malformed } from "../errors.ts";
import { type Handlers, noBody } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

export function datasetHandlers({ store, jobs, limits }: HandlerParts) {
  return {
    listMyDatasets: async ({ query }, { caller }) => {
      const { workspace_id: workspaceId = null, name = null, status = null } = query;
      const datasets = await store.read("listOwnDatasets", caller, { workspaceId, name, status });
      return { items: datasets.map(datasetToWire) };
    },
    createDataset: async ({ body }, { caller }) =>
      datasetToWire(
        await store.write("createDataset", caller, {
          name: body.name,
          guidelines: body.guidelines ?? null,
          allowExtraMetadata: body.allow_extra_metadata,
          metadata: body.metadata ?? null,
          workspaceId: body.workspace_id,
        }),
      ),
    getDataset: async ({ params }, { caller }) =>
      datasetToWire(await store.read("getDataset", caller, { datasetId: params.dataset_id })),
    updateDataset: async ({ params, body }, { caller }) =>
      datasetToWire(
        await store.write("updateDataset", caller, {
          datasetId: params.dataset_id,
          name: body.name,
          guidelines: body.guidelines,
          allowExtraMetadata: body.allow_extra_metadata,
          metadata: body.metadata,
        }),
      ),
    publishDataset: async ({ params }, { caller }) =>
      datasetToWire(await store.write("publishDataset", caller, { datasetId: params.dataset_id })),
    deleteDataset: async ({ params }, { caller }) => {
      const deleted = await store.write("deleteDataset", caller, {
        datasetId: params.dataset_id,
        keepDays: limits.keepDeletedDays,
      });
      jobs.wake();
      return datasetToWire(deleted);
    },

    getMyDatasetMetrics: async ({ params }, { caller }) =>
      ownMetricsToWire(await store.read("getOwnMetrics", caller, { datasetId: params.dataset_id })),
    getDatasetProgress: async ({ params }, { caller }) =>
      progressToWire(await store.read("getTeamProgress", caller, { datasetId: params.dataset_id })),
    listUsersProgress: async ({ params }, { caller }) => ({
      users: [...(await store.read("listUsersProgress", caller, { datasetId: params.dataset_id }))],
    }),
    countDatasetResponses: ({ params }, { caller }) =>
      store.read("countResponses", caller, { datasetId: params.dataset_id }),

    getAddTarget: async ({ params }, { caller }) =>
      addTargetToWire(await store.read("getAddTarget", caller, { datasetId: params.dataset_id })),

    listPictureHosts: async ({ params }, { caller }) => ({
      items: [...(await store.read("listPictureHosts", caller, { datasetId: params.dataset_id }))],
    }),
    setPictureHosts: async ({ params, body }, { caller }) => ({
      items: [...(await store.write("setPictureHosts", caller, { datasetId: params.dataset_id, hosts: body.items }))],
    }),
  } satisfies Partial<Handlers>;
}

/** Also handed to the process that reads a file for the dataset. */
export const addTargetToWire = (target: AddTarget): WireAddTarget => ({
  dataset: datasetToWire(target.dataset),
  fields: target.fields.map(fieldToWire),
  questions: target.questions.map(questionToWire),
  metadata: target.metadata.map(metadataPropertyToWire),
  vectors: target.vectors.map(vectorSettingsToWire),
  columns: target.columns.map(({ column, part: { kind, name = null, dates } }) => ({
    column,
    part: { kind, name, ...(dates ? { dates } : {}) },
  })),
});

type Settings = { readonly type: QuestionType; readonly options?: readonly unknown[] | undefined };

/**
 * Checks that a question has no more options than this server allows. The limit is configurable, so the schema cannot know
 * it. The error looks like one of the schema (contract api-v1 section 4).
 */
export function withinOptionLimits<S extends Settings>(settings: S, limits: Limits): S {
  const most = limitOf(settings.type, limits);
  if (settings.options && most !== null && settings.options.length > most) {
    throw new Malformed([
      { loc: ["body", "settings", "options"], ...tooLong(most, "items", "value_error.list.max_items") },
    ]);
  }
  return settings;
}

function limitOf(type: QuestionType, limits: Limits): number | null {
  if (type === "label_selection" || type === "multi_label_selection") return limits.labelOptions;
  return type === "span" ? limits.spanOptions : null;
}

type NewPart = {
  readonly name: string;
  readonly title: string;
  readonly description?: string | null | undefined;
  readonly required?: boolean | null | undefined;
};

/** A field or question with all its values. */
const newPart = <S extends object>({ name, title, description, required }: NewPart, settings: S) => ({
  ...{ name, title, description: description ?? null, required: required ?? false },
  settings: settingsFromWire(settings),
});

export function questionHandlers({ store, limits }: Pick<HandlerParts, "store" | "limits">) {
  return {
    listQuestions: async ({ params }, { caller }) => ({
      items: (await store.read("listQuestions", caller, { datasetId: params.dataset_id })).map(questionToWire),
    }),
    getQuestionUsage: async ({ params }, { caller, left }) => ({
      items: await store.read("getQuestionUsage", caller, { questionId: params.question_id }, left),
    }),
    createQuestion: async ({ params, body }, { caller }) => {
      const asked = { datasetId: params.dataset_id, ...newPart(body, withinOptionLimits(body.settings, limits)) };
      return questionToWire(await store.write("createQuestion", caller, asked));
    },
    replaceQuestion: async ({ params, body }, { caller }) => {
      const asked = { questionId: params.question_id, ...newPart(body, withinOptionLimits(body.settings, limits)) };
      return questionToWire(await store.write("replaceQuestion", caller, asked));
    },
    orderParts: async ({ params, body: { fields, questions } }, { caller }) => {
      await store.write("orderParts", caller, { datasetId: params.dataset_id, fields, questions });
      return null;
    },
    updateQuestion: async ({ params, body }, { caller }) => {
      const { title, description } = body;
      const settings = body.settings && settingsFromWire(withinOptionLimits(body.settings, limits));
      const asked = { questionId: params.question_id, title, description, settings };
      return questionToWire(await store.write("updateQuestion", caller, asked));
    },
    deleteQuestion: async ({ params }, { caller }) =>
      questionToWire(await store.write("deleteQuestion", caller, { questionId: params.question_id })),
  } satisfies Partial<Handlers>;
}

/** Fields, metadata properties and vector settings. */
export function datasetPartHandlers({ store, jobs }: HandlerParts) {
  return {
    listFields: async ({ params }, { caller }) => ({
      items: (await store.read("listFields", caller, { datasetId: params.dataset_id })).map(fieldToWire),
    }),
    createField: async ({ params, body }, { caller }) => {
      const asked = { datasetId: params.dataset_id, ...newPart(body, body.settings) };
      return fieldToWire(await store.write("createField", caller, asked));
    },
    replaceField: async ({ params, body }, { caller }) => {
      const asked = { fieldId: params.field_id, ...newPart(body, body.settings) };
      return fieldToWire(await store.write("replaceField", caller, asked));
    },
    updateField: async ({ params, body }, { caller }) => {
      const settings = body.settings && settingsFromWire(body.settings);
      const { title, description } = body;
      const asked = { fieldId: params.field_id, title, description, settings };
      return fieldToWire(await store.write("updateField", caller, asked));
    },
    deleteField: async ({ params }, { caller }) =>
      fieldToWire(await store.write("deleteField", caller, { fieldId: params.field_id })),

    listMyMetadataProperties: async ({ params }, { caller }) => {
      const properties = await store.read("listOwnMetadataProperties", caller, { datasetId: params.dataset_id });
      return { items: properties.map(metadataPropertyToWire) };
    },
    createMetadataProperty: async ({ params, body }, { caller }) => {
      const { name, title, settings, visible_for_annotators: visibleForAnnotators } = body;
      const asked = { datasetId: params.dataset_id, name, title, settings, visibleForAnnotators };
      return metadataPropertyToWire(await store.write("createMetadataProperty", caller, asked));
    },
    updateMetadataProperty: async ({ params, body }, { caller }) => {
      const { title, visible_for_annotators: visibleForAnnotators } = body;
      const asked = { propertyId: params.metadata_property_id, title, visibleForAnnotators };
      return metadataPropertyToWire(await store.write("updateMetadataProperty", caller, asked));
    },
    deleteMetadataProperty: async ({ params }, { caller }) => {
      const deleted = await store.write("deleteMetadataProperty", caller, { propertyId: params.metadata_property_id });
      jobs.wake();
      return metadataPropertyToWire(deleted);
    },
    getMetadataPropertyMetrics: async ({ params }, { caller, left }) => {
      const asked = { propertyId: params.metadata_property_id };
      return metadataMetricsToWire(await store.read("getMetadataPropertyMetrics", caller, asked, left));
    },

    listVectorSettings: async ({ params }, { caller }) => {
      const settings = await store.read("listVectorSettings", caller, { datasetId: params.dataset_id });
      return { items: settings.map(vectorSettingsToWire) };
    },
    listVectorsOfRecords: async ({ params, query }, { caller }) => {
      const asked = { datasetId: params.dataset_id, recordIds: query.record_id };
      const items = await store.read("listVectorsOfRecords", caller, asked);
      return { items: items.map(({ recordId, vectors }) => ({ record_id: recordId, vectors: [...vectors] })) };
    },
    createVectorSettings: async ({ params, body }, { caller }) => {
      const asked = { datasetId: params.dataset_id, ...body };
      return vectorSettingsToWire(await store.write("createVectorSettings", caller, asked));
    },
    updateVectorSettings: async ({ params, body }, { caller }) => {
      const asked = { settingsId: params.vector_settings_id, title: body.title };
      return vectorSettingsToWire(await store.write("updateVectorSettings", caller, asked));
    },
    deleteVectorSettings: async ({ params }, { caller }) => {
      const deleted = await store.write("deleteVectorSettings", caller, { settingsId: params.vector_settings_id });
      jobs.wake();
      return vectorSettingsToWire(deleted);
    },
  } satisfies Partial<Handlers>;
}

/** Snapshots of datasets of both families; they are exported as datasets are (exports.ts). */
export function snapshotHandlers({ store, jobs, snapshots }: HandlerParts) {
  return {
    listSnapshots: async ({ query }, { caller }) => ({
      items: (await store.read("listSnapshots", caller, { datasetId: query.dataset_id })).map(snapshotToWire),
    }),
    takeSnapshot: async ({ body }, { caller }) => {
      const { dataset_id: datasetId, name } = body;
      const made = await store.write("takeSnapshot", caller, { datasetId, name, room: snapshots.room });
      jobs.wake();
      return snapshotToWire(made);
    },
    compareSnapshots: async ({ params, query }, { caller, left }) => {
      const wish = { snapshotId: params.snapshot_id, withId: query.with ?? null, ...snapshots.place };
      return comparisonToWire(await store.read("compareSnapshots", caller, wish, left));
    },
    deleteSnapshot: async ({ params }, { caller }) => {
      await store.write("deleteSnapshot", caller, { snapshotId: params.snapshot_id });
      await snapshots.sweep();
      return null;
    },
  } satisfies Partial<Handlers>;
}

/** What was deleted and can be restored, and the deletions of feedback records. */
export function binHandlers({ store, jobs, limits }: HandlerParts) {
  const { keepDeletedDays: keepDays } = limits;
  /** A deletion may remove older ones for good. */
  const woken = async <T>(written: Promise<T>): Promise<T> => {
    const made = await written;
    jobs.wake();
    return made;
  };
  /** Large records one slice after the other, so that others write in between (BIN-15). */
  const deleteAll = async (datasetId: string, ids: readonly string[] | null, caller: Caller | null): Promise<void> => {
    let next = await store.write("deleteRecords", caller, { datasetId, ids, keepDays });
    while (next.left.length > 0) {
      const { left, into } = next;
      next = await store.write("deleteRecords", caller, { datasetId, ids: left, into, keepDays });
    }
  };
  return {
    deleteRecords: ({ params, query }, { caller }) => noBody(woken(deleteAll(params.dataset_id, query.ids, caller))),
    deleteRecord: async ({ params }, { caller }) =>
      recordToWire(await woken(store.write("deleteRecord", caller, { recordId: params.record_id, keepDays }))),

    listDeleted: async (_asked, { caller }) => {
      const found = await store.read("listDeleted", caller, { keepDays });
      return { items: found.map(deletedToWire), keep_days: keepDays };
    },
    getDeleted: async ({ params }, { caller }) =>
      restorationToWire(await store.read("getDeleted", caller, { deletedId: params.deleted_id, keepDays })),
    restoreDeleted: async ({ params, body }, { caller }) => {
      const { name, workspace_id: workspaceId } = body;
      const restored = await store.write("restoreDeleted", caller, { deletedId: params.deleted_id, name, workspaceId });
      jobs.wake();
      return restored;
    },
    removeDeleted: async ({ params }, { caller }) => {
      await store.write("removeDeleted", caller, { deletedId: params.deleted_id });
      jobs.wake();
      return null;
    },
  } satisfies Partial<Handlers>;
}
