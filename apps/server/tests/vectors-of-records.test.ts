import { expect, test } from "vitest";
import { createPublished } from "./support/draft.ts";
import { SPEAKERS, startPeople } from "./support/people.ts";

const { people } = await startPeople();

/** Publishes a dataset with vectors `mini` and `wide`, and records with these vectors. Returns their ids in order. */
async function publish(...vectors: readonly { readonly [name: string]: readonly number[] }[]) {
  const { owner } = people.clients;
  const { datasetId, vectorSettingsId } = await createPublished(owner, people.workspaceId);
  const params = { dataset_id: datasetId };
  await owner.must("createVectorSettings", { params, body: { name: "wide", title: "Wide", dimensions: 2 } });
  const items = vectors.map((own) => ({ fields: { text: "a" }, vectors: own }));
  const made = await owner.must("bulkCreateRecords", { params, body: { items } });
  return { params, vectorSettingsId, ids: made.items.map(({ id }) => id) };
}

const MINI = [1, 2, 3];
const WIDE = [1, 2];
const UNKNOWN = "11111111-2222-4333-8444-555555555555";

test("FFI-22 a member reads which vectors records have, by name, without the vectors themselves", async () => {
  const { params, vectorSettingsId, ids } = await publish({ mini: MINI, wide: WIDE }, { wide: WIDE }, {});
  const elsewhere = await publish({ mini: MINI });
  const { annotator, owner } = people.clients;
  const ask = async (...asked: string[]) => {
    const { items } = await annotator.must("listVectorsOfRecords", { params, query: { record_id: asked } });
    return Object.fromEntries(items.map(({ record_id, vectors }) => [record_id, vectors]));
  };
  const [both = "", one = "", none = ""] = ids;
  expect(await ask(...ids)).toEqual({ [both]: ["mini", "wide"], [one]: ["wide"], [none]: [] });
  // The response leaves out records of another dataset and unknown records.
  expect(await ask(none, UNKNOWN, ...elsewhere.ids)).toEqual({ [none]: [] });
  expect(await ask(UNKNOWN)).toEqual({});
  await owner.must("deleteVectorSettings", { params: { vector_settings_id: vectorSettingsId } });
  expect(await ask(both)).toEqual({ [both]: ["wide"] });
});

test("ROL-09 FFI-22 only members may read it; what is no list of 1 to 100 ids is 422, an unknown dataset 404", async () => {
  const { params, ids } = await publish({ mini: MINI });
  const query = { record_id: ids };
  const statuses = await Promise.all(
    SPEAKERS.map(async (speaker) => [
      speaker,
      (await people.clients[speaker].call("listVectorsOfRecords", { params, query })).status,
    ]),
  );
  expect(Object.fromEntries(statuses)).toEqual({
    owner: 200,
    admin: 200,
    annotator: 200,
    "admin elsewhere": 403,
    "annotator elsewhere": 403,
    nobody: 401,
  });
  const { owner } = people.clients;
  const status = async (asked: { record_id?: string | string[] }, dataset_id = params.dataset_id) =>
    (await owner.call("listVectorsOfRecords", { params: { dataset_id }, query: asked })).status;
  expect(await status({ record_id: "" })).toBe(422);
  expect(await status({})).toBe(422);
  expect(await status({ record_id: ["robert'); drop table vector"] })).toBe(422);
  expect(await status({ record_id: Array.from({ length: 101 }, () => UNKNOWN) })).toBe(422);
  expect(await status(query, UNKNOWN)).toBe(404);
});
