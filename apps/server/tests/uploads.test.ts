import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "./support/client.ts";
import { createPeople, type People } from "./support/people.ts";
import { startTestServer, type TestServer } from "./support/start-test-server.ts";

let server: TestServer;
let people: People;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  people = await createPeople(server);
  admin = people.clients.admin;
});
afterAll(() => server.close());

const rows = Array.from({ length: 40 }, (_, index) => ({
  text: `A text that nobody else has written, number ${index}`,
  label: ["good", "bad"][index % 2],
  stars: 1 + (index % 5),
}));

async function ended(client: Client, id: string) {
  for (;;) {
    const upload = await client.must("getUpload", { params: { upload_id: id } });
    if (upload.state !== "checking" && upload.state !== "storing") return upload;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("IMP-01 a file becomes a dataset", async () => {
  const body = `${rows.map((row) => JSON.stringify(row)).join("\n")}\nno json\n`;
  const upload = await admin.must("uploadFile", { query: { name: "reviews.jsonl" }, body });
  expect(upload).toMatchObject({ file: "reviews.jsonl", bytes: Buffer.byteLength(body), state: "ready" });
  const at = { params: { upload_id: upload.id } };
  const seen = await admin.must("understandUpload", { ...at, body: {} });
  const wish = {
    columns: seen.columns.map(({ name, role }) => ({ column: name, role })),
    questions: seen.dataset?.questions.map(({ options, ...question }) => ({
      ...question,
      options: options.map(({ value }) => value),
    })),
    name: "reviews",
  };
  const again = await admin.must("understandUpload", { ...at, body: wish });
  expect(again.dataset).toEqual(seen.dataset);
  const begun = await admin.must("importUpload", { ...at, body: { ...wish, workspace_id: people.workspaceId } });
  expect(begun.state).toBe("checking");
  const done = await ended(admin, upload.id);
  expect(done).toMatchObject({ state: "done", read: 41, stored: 40, refused: 1 });
  await admin.must("deleteUpload", at);
});
