import type { Client } from "./client.ts";
import { newName } from "./people.ts";

/** The ids of a dataset and of one part of each kind. */
export type Draft = {
  readonly datasetId: string;
  readonly fieldId: string;
  readonly questionId: string;
  readonly propertyId: string;
  readonly vectorSettingsId: string;
};

const OPTIONS = ["good", "bad", "mixed"].map((value) => ({ value, text: value.toUpperCase() }));
export const LABEL = { type: "label_selection", options: OPTIONS } as const;

/** Creates a draft with a required field `text`, a required question `mood`, hidden metadata `lang` and vectors `mini`. */
export async function createDraft(owner: Client, workspaceId: string): Promise<Draft> {
  const dataset = await owner.must("createDataset", { body: { name: newName(), workspace_id: workspaceId } });
  const params = { dataset_id: dataset.id };
  const field = await owner.must("createField", {
    params,
    body: { name: "text", title: "Text", required: true, settings: { type: "text" } },
  });
  const question = await owner.must("createQuestion", {
    params,
    body: { name: "mood", title: "Mood", required: true, settings: LABEL },
  });
  const property = await owner.must("createMetadataProperty", {
    params,
    body: { name: "lang", title: "Language", settings: { type: "terms" }, visible_for_annotators: false },
  });
  const vectors = await owner.must("createVectorSettings", {
    params,
    body: { name: "mini", title: "Mini", dimensions: 3 },
  });
  return {
    datasetId: dataset.id,
    fieldId: field.id,
    questionId: question.id,
    propertyId: property.id,
    vectorSettingsId: vectors.id,
  };
}

export async function createPublished(owner: Client, workspaceId: string): Promise<Draft> {
  const draft = await createDraft(owner, workspaceId);
  await owner.must("publishDataset", { params: { dataset_id: draft.datasetId } });
  return draft;
}
