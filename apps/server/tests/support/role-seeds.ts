import { createDraft } from "./draft.ts";
import { keyOf, SEEDS } from "./fuzz-seeds.ts";
import { ANSWERS, item, type World } from "./fuzz-world.ts";
import type { Seed } from "./odd-values.ts";
import { createUser, newName } from "./people.ts";
import { OWNER } from "./start-test-server.ts";

/** Calls for every caller, each on its own object, where the calls of fuzz-seeds work only once or only for the owner. */

export type SeedFor = (world: World, turn: number) => Seed | Promise<Seed>;

export const signIn: SeedFor = () => ({ body: { username: OWNER.username, password: OWNER.password } });
export const signInByLink: SeedFor = async ({ server }) => ({
  body: { code: await server.shared.links.issue(server.ownerId) },
});

export const invitation: SeedFor = async ({ owner }) => {
  const { code } = await owner.must("createInvitation", { body: { first_name: "A", username: newName() } });
  return { body: { code, password: "long enough" } };
};

/** Somebody who was invited into the workspace and has not come yet. */
export const invited: SeedFor = async ({ owner, workspace }) => {
  const body = { first_name: "A", username: newName(), workspaces: [workspace] };
  return { params: { user_id: (await owner.must("createInvitation", { body })).user_id }, body: {} };
};

export const newcomer: SeedFor = async ({ server, people }) => ({
  params: { workspace_id: people.workspaceId },
  body: { user_id: (await createUser(server, "annotator")).id },
});
export const newcomerInPath: SeedFor = async ({ server, people }) => ({
  params: { workspace_id: people.workspaceId, user_id: (await createUser(server, "annotator")).id },
});
export const newMember: SeedFor = SEEDS.removeWorkspaceUser;

export const ofOwnDraft =
  (part: "questionId" | "propertyId" | "vectorSettingsId", parameter: string): SeedFor =>
  async ({ owner, people }) => ({ params: { [parameter]: (await createDraft(owner, people.workspaceId))[part] } });
export const visibleProperty: SeedFor = async ({ owner, main }) => {
  const body = { name: newName(), title: "T", settings: { type: "terms" }, visible_for_annotators: true };
  const made = await owner.must("createMetadataProperty", { params: { dataset_id: main.datasetId }, body });
  return { params: { metadata_property_id: made.id } };
};

type Made = { readonly id: string; readonly response: string; readonly suggestion: string };

/** Creates a record with a response of one user. Null: without a response. */
async function newRecord({ owner, main, people }: World, author: "annotator" | "annotator elsewhere" | null) {
  const one = { ...item(main.questionId, people.ids[author ?? "annotator"]), metadata: null };
  const made = await owner.must("bulkCreateRecords", {
    params: { dataset_id: main.datasetId },
    body: { items: [author ? one : { ...one, responses: [] }] },
  });
  const [record] = made.items;
  return {
    id: record?.id ?? "",
    response: record?.responses?.[0]?.id ?? "",
    suggestion: record?.suggestions?.[0]?.id ?? "",
  };
}
const answer = { status: "submitted", values: ANSWERS };
export const unanswered: SeedFor = async (world) => ({
  params: { record_id: (await newRecord(world, null)).id },
  body: answer,
});
const onRecordOf =
  (author: "annotator" | "annotator elsewhere", make: (made: Made) => Seed): SeedFor =>
  async (world) =>
    make(await newRecord(world, author));
const response = (made: Made) => ({ params: { response_id: made.response }, body: answer });
export const responseOfAnnotator = onRecordOf("annotator", response);
/** The response's author is not a member, like a user who has left. */
export const responseOfFormerMember = onRecordOf("annotator elsewhere", response);
export const ownSuggestion = onRecordOf("annotator", ({ suggestion }) => ({ params: { suggestion_id: suggestion } }));
export const ownSuggestions = onRecordOf("annotator", ({ id, suggestion }) => ({
  params: { record_id: id },
  query: { ids: [suggestion] },
}));

export const viewOfAnnotator: SeedFor = async ({ main, people }, turn) => {
  const params = { dataset_id: main.datasetId };
  const body = { name: newName(), query: "status=submitted" };
  const view = await people.clients.annotator.must("createView", { params, body });
  return { params: { view_id: view.id }, body: { name: `Mine ${turn}` } };
};
export const keyOfAnnotator: SeedFor = async ({ people }) => ({
  params: { key_id: await keyOf(people.clients.annotator) },
});
export const exportOfAdmin: SeedFor = (world, turn) =>
  SEEDS.getExport({ ...world, owner: world.people.clients.admin }, turn);

/** The same calls on a file of the admin. */
const ofAdmin =
  (
    name: "getUpload" | "understandUpload" | "importUpload" | "addUpload" | "getRefusedRows" | "deleteUpload",
  ): SeedFor =>
  (world, turn) =>
    SEEDS[name]({ ...world, owner: world.people.clients.admin }, turn);
export const fileOfAdmin = ofAdmin("getUpload");
export const understoodOfAdmin = ofAdmin("understandUpload");
export const importedOfAdmin = ofAdmin("importUpload");
export const addedOfAdmin = ofAdmin("addUpload");
export const refusedOfAdmin = ofAdmin("getRefusedRows");

export const savedTaskSettings: SeedFor = async (world, turn) => {
  await world.owner.must("updateTaskSettingsV0", await SEEDS.updateTaskSettingsV0(world, turn));
  return SEEDS.getTaskSettingsV0(world, turn);
};
/** A dataset whose one rule can be read. */
export const readableRule: SeedFor = async ({ owner, workspace }) => {
  const name = newName();
  await owner.must("createTaskDatasetV0", { body: { name, task: "TextClassification", workspace } });
  const place = { params: { name }, query: { workspace } };
  await owner.must("createLabelingRuleV0", { ...place, body: { query: "good", label: "A" } });
  return { params: { name, query: "good" }, query: { workspace: [workspace] } };
};
export const deletionOfRecords: SeedFor = async (world, turn) => {
  const seed = await SEEDS.deleteTaskRecordsV0(world, turn);
  return { ...seed, query: { workspace: [world.workspace] } };
};
export const copyElsewhere: SeedFor = async (world, turn) => {
  const { name } = await world.owner.must("getWorkspace", { params: { workspace_id: world.people.elsewhereId } });
  const seed = await SEEDS.copyTaskDatasetV0(world, turn);
  return { ...seed, body: { name: newName(), target_workspace: name } };
};
