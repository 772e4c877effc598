import type { RouteName } from "@postil/contract/routes";
import { expect, test } from "vitest";
import { createPublished } from "./support/draft.ts";
import { startPeople } from "./support/people.ts";
import { createRecords } from "./support/records.ts";

/** The reference's responses to a null that it does not accept. Each response was observed. */

const { people } = await startPeople();
const draft = await createPublished(people.clients.owner, people.workspaceId);
const [recordId = ""] = await createRecords(people.clients.owner, draft.datasetId, 1);

const call = (name: RouteName, body: unknown) =>
  people.clients.owner.call(name, { params: { dataset_id: draft.datasetId, record_id: recordId }, body });
const noneAt = (...loc: (string | number)[]) => ({
  status: 422,
  body: {
    detail: {
      code: "argilla.api.errors::ValidationError",
      params: {
        errors: [{ loc: ["body", ...loc], msg: "none is not an allowed value", type: "type_error.none.not_allowed" }],
      },
    },
  },
});
const one = (item: unknown) => ({ items: [item] });
const record = { fields: { text: "x" } };

test("FEN-26 null in place of the fields of a new record is refused as the reference does, by each call in its way", async () => {
  for (const name of ["createRecords", "bulkCreateRecords"] as const)
    expect(await call(name, one({ fields: null })), name).toMatchObject(noneAt("items", 0, "fields"));
  const detail =
    "record at position 0 is not valid because 1 validation error for RecordCreate\nfields\n  none is not an allowed value (type=type_error.none.not_allowed)";
  for (const item of [{ fields: null }, {}])
    expect(await call("bulkUpsertRecords", one(item))).toMatchObject({ status: 422, body: { detail } });
});

test("FEN-26 null fields of a record that is known change nothing", async () => {
  const reply = await call("bulkUpsertRecords", one({ id: recordId, fields: null, metadata: { lang: "en" } }));
  expect(reply).toMatchObject({ status: 200, body: { items: [{ id: recordId, metadata: { lang: "en" } }] } });
  expect((reply.body as { items: { fields: unknown }[] }).items[0]?.fields).toEqual({ text: expect.any(String) });
});

test("FEN-26 null as a member of a list is refused at its place", async () => {
  const calls: readonly [RouteName, unknown, readonly (string | number)[]][] = [
    ["bulkCreateRecords", { items: null }, ["items"]],
    ["bulkCreateRecords", { items: [null] }, ["items", 0]],
    ["bulkUpsertRecords", { items: [null] }, ["items", 0]],
    ["updateRecords", { items: [null] }, ["items", 0]],
    ["updateRecords", one({ id: null }), ["items", 0, "id"]],
    ["createRecords", one({ ...record, responses: [null] }), ["items", 0, "responses", 0]],
    ["bulkCreateRecords", one({ ...record, suggestions: [null] }), ["items", 0, "suggestions", 0]],
    ["bulkUpsertRecords", one({ ...record, suggestions: [null] }), ["items", 0, "suggestions", 0]],
    ["updateRecord", { suggestions: [null] }, ["suggestions", 0]],
    ["bulkCreateRecords", one({ ...record, vectors: { mini: null } }), ["items", 0, "vectors", "mini"]],
    ["bulkCreateRecords", one({ ...record, vectors: { mini: [null, 1, 2] } }), ["items", 0, "vectors", "mini", 0]],
    ["bulkSaveResponses", { items: [null] }, ["items", 0]],
    ["searchRecords", { sort: [null] }, ["sort", 0]],
    ["searchRecords", { query: { vector: { name: "mini", value: [null, 1, 2] } } }, ["query", "vector", "value", 0]],
    ["searchRecords", { filters: { type: "and", and: [null] } }, ["filters", "and", 0]],
  ];
  for (const [name, body, loc] of calls)
    expect(await call(name, body), `${name} ${JSON.stringify(body)}`).toMatchObject(noneAt(...loc));
});

test("FEN-26 null in place of what may be left out counts as left out", async () => {
  for (const name of ["bulkCreateRecords", "bulkUpsertRecords"] as const) {
    const nothing = { metadata: null, external_id: null, responses: null, suggestions: null, vectors: null };
    const reply = await call(name, one({ ...record, ...nothing }));
    const empty = { metadata: null, external_id: null, responses: [], suggestions: [], vectors: {} };
    expect(reply.body, name).toMatchObject({ items: [{ ...record, ...empty }] });
  }
});
