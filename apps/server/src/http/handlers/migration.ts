import {
  broughtRecord,
  broughtTaskRecord,
  originFromWire,
  type WireBroughtOutcome,
} from "@postil/contract/datasets/migration";
import { settingsFromWire } from "@postil/contract/feedback/parts-mapping";
import { givenLabels } from "@postil/contract/tasks/settings";
import { taskSettingsFromWire } from "@postil/contract/tasks/settings-mapping";
import { timeFromWire } from "@postil/contract/wire/mapping";
import type { BroughtDataset, BroughtOutcome } from "@postil/domain/jobs/brought";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { taskDatasetAt } from "../task-dataset-at.ts";
import { withinOptionLimits } from "./datasets.ts";

const outcomeToWire = ({ kept, conflicts, absent, leftOut, ...told }: BroughtOutcome): WireBroughtOutcome => ({
  ...told,
  ...{ kept: [...kept], conflicts: [...conflicts], absent: [...absent], left_out: [...leftOut] },
});
const madeToWire = ({ kept, conflicts, absent, leftOut, ...told }: BroughtDataset) => ({
  ...told,
  ...{ kept: [...kept], conflicts: [...conflicts], absent: [...absent], left_out: [...leftOut] },
});

const momentOrNull = (text: string | null | undefined) => (text ? timeFromWire(text) : null);

/** What `postil migrate` stores. The thread for large bodies answers these calls too. */
export function migrationHandlers({ store, limits }: Pick<HandlerParts, "store" | "limits">) {
  return {
    bringDataset: async ({ params, body }, { caller }) => {
      const { name, guidelines = null, allow_extra_metadata: allowExtraMetadata, workspace_id: workspaceId } = body;
      const made = await store.write("bringDataset", caller, {
        ...{ name, guidelines, allowExtraMetadata, workspaceId, status: body.status, metadata: body.metadata ?? null },
        origin: originFromWire({ ...body, id: params.dataset_id }),
        lastActivityAt: timeFromWire(body.last_activity_at),
        before: momentOrNull(body.brought_before),
        fields: body.fields.map((field) => ({
          ...{ name: field.name, title: field.title, required: field.required ?? false },
          ...{ description: field.description ?? null, since: momentOrNull(field.inserted_at) },
          settings: settingsFromWire(field.settings),
        })),
        questions: body.questions.map((question) => ({
          ...{ name: question.name, title: question.title, required: question.required ?? false },
          ...{ description: question.description ?? null, since: momentOrNull(question.inserted_at) },
          settings: settingsFromWire(withinOptionLimits(question.settings, limits)),
        })),
        properties: body.metadata_properties.map(({ visible_for_annotators, inserted_at, ...property }) => ({
          ...{ ...property, visibleForAnnotators: visible_for_annotators, since: momentOrNull(inserted_at) },
        })),
        vectors: body.vectors_settings.map(({ inserted_at, ...vectors }) => ({
          ...{ ...vectors, since: momentOrNull(inserted_at) },
        })),
      });
      return madeToWire(made);
    },
    bringRecords: async ({ params, body }, { caller }) => {
      const records = body.items.map(broughtRecord);
      const asked = { datasetId: params.dataset_id, records, before: momentOrNull(body.brought_before) };
      return { items: (await store.write("bringRecords", caller, asked)).map(outcomeToWire) };
    },
    bringTaskDataset: async (asked, { caller }) => {
      const { task, tags = {}, metadata = {}, settings, rules, ...facts } = asked.body;
      const made = await store.write("bringTaskDataset", caller, {
        ...{ ...taskDatasetAt(asked), task, tags, metadata, createdBy: facts.created_by },
        createdAt: timeFromWire(facts.created_at),
        lastUpdatedAt: timeFromWire(facts.last_updated),
        before: momentOrNull(facts.brought_before),
        settings: settings ? taskSettingsFromWire(settings) : null,
        rules: rules.map((rule) => ({
          ...{ ...givenLabels(rule), query: rule.query, description: rule.description ?? null, author: rule.author },
          createdAt: timeFromWire(rule.created_at),
        })),
      });
      return madeToWire(made);
    },
    bringTaskRecords: async (asked, { caller }) => {
      const { task, items, brought_before } = asked.body;
      const records = items.map(broughtTaskRecord);
      const wanted = { ...taskDatasetAt(asked), task, records, before: momentOrNull(brought_before) };
      return { items: (await store.write("bringTaskRecords", caller, wanted)).map(outcomeToWire) };
    },
  } satisfies Partial<Handlers>;
}
