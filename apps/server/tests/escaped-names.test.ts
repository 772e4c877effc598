import { expect, test } from "vitest";
import { exchangeTexts } from "./support/exchange-texts.ts";
import { newName } from "./support/people.ts";
import { startTaskPeople } from "./support/task-datasets.ts";

/** Member names that JSON writes with an escape. Some follow a name that V8 confuses with them (text/json-text). */

const { server, people, workspace } = await startTaskPeople();

const exchange = exchangeTexts(() => server);

const SEEN_BEFORE = ['{"quote":1,"\\\\":0}', '{"line":1,"C:\\\\n":0}'];
const METADATA = ['{"quote":1,"\\"":2}', '{"line":1,"C:\\nx":2}', '{"quote":1.0,"\\"":"2"}'];

test("API-33 FEN-26 names of metadata with an escape come back as they were sent, whatever was sent before", async () => {
  const { owner } = people.clients;
  const made = { name: newName(), workspace_id: people.workspaceId, allow_extra_metadata: true };
  const { id } = await owner.must("createDataset", { body: made });
  const params = { dataset_id: id };
  await owner.must("createField", {
    params,
    body: { name: "text", title: "T", required: true, settings: { type: "text" } },
  });
  await owner.must("createQuestion", {
    params,
    body: { name: "q", title: "Q", required: true, settings: { type: "text" } },
  });
  await owner.must("publishDataset", { params });
  const add = (metadata: string) =>
    exchange("POST", `/v1/datasets/${id}/records/bulk`, `{"items":[{"fields":{"text":"a"},"metadata":${metadata}}]}`);
  for (const metadata of SEEN_BEFORE) await add(metadata);
  for (const metadata of METADATA) {
    const reply = await add(metadata);
    expect(reply).toContain(`"metadata":${metadata}`);
    const recordId = /"id":"([^"]+)"/.exec(reply)?.[1];
    expect(await exchange("GET", `/v1/records/${recordId}`)).toContain(`"metadata":${metadata}`);
  }
});

test("API-33 TST-14 the same of task records, in what is written anew too, and tags", async () => {
  const at = `workspace=${workspace}`;
  const make = async (tags: string) => {
    const name = newName();
    const body = `{"name":"${name}","task":"TextClassification","tags":${tags}}`;
    return { name, reply: await exchange("POST", `/datasets?${at}`, body) };
  };
  await make('{"quote":"1","\\\\":"0"}');
  const { name, reply } = await make('{"quote":"1","\\"":"2"}');
  expect(reply).toContain('"tags":{"quote":"1","\\"":"2"}');
  const log = (id: string, metadata: string) =>
    exchange(
      "POST",
      `/datasets/${name}/TextClassification:bulk?${at}`,
      `{"records":[{"id":"${id}","inputs":{"text":"a"},"metadata":${metadata}}]}`,
    );
  for (const [index, metadata] of SEEN_BEFORE.entries()) await log(`before ${index}`, metadata);
  for (const [index, metadata] of METADATA.slice(0, 2).entries()) {
    await log(`r${index}`, metadata);
    const record = `/datasets/${name}/records/r${index}?${at}`;
    expect(await exchange("GET", record)).toContain(`"metadata":${metadata}`);
    await exchange("PATCH", record, '{"status":"Discarded"}');
    expect(await exchange("GET", record)).toContain(`"metadata":${metadata}`);
  }
});
