import { afterEach, beforeEach, expect, test } from "vitest";
import { type Client, createClient } from "../support/client.ts";
import { createPublished } from "../support/draft.ts";
import { KILLS, unlessBroken } from "../support/kills.ts";
import { patiently } from "../support/patiently.ts";
import { API_KEY, newHome, type PostilProcess, removeHome, runPostil } from "../support/process.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { createRecords, SUBMITTED } from "../support/records.ts";

let home: string;
let server: PostilProcess;
let owner: Client;
let receiver: Receiver;
beforeEach(async () => {
  home = newHome();
  receiver = await startReceiver();
  await start();
});
afterEach(async () => {
  await kill();
  removeHome(home);
  await receiver.close();
});
async function start(): Promise<void> {
  server = runPostil(home, [], { POSTIL_WEBHOOKS_PRIVATE: "127.0.0.1" });
  owner = createClient(await server.address, API_KEY);
}
async function kill(): Promise<void> {
  server.child.kill("SIGKILL");
  await server.ended;
}

const ROUNDS = Math.max(2, Math.ceil(KILLS / 4));

test("HOK-04 kill -9 while answers are given: every event of an acknowledged answer arrives, with one id", {
  timeout: 240_000,
}, async () => {
  const { items } = await owner.must("listMyWorkspaces");
  const { datasetId } = await createPublished(owner, items[0]?.id ?? "");
  await owner.must("createWebhook", { body: { url: receiver.url, events: ["response.created", "record.completed"] } });
  const answered = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const records = await createRecords(owner, datasetId, 200);
    // A receiver that is slow now and then, so that the kill comes while events are on their way.
    receiver.answerWith(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20 * Math.random()));
      return { status: 204 };
    });
    const answering = (async () => {
      for (const record_id of records) {
        const made = await unlessBroken(owner.call("createResponse", { params: { record_id }, body: SUBMITTED }));
        if (made === null) return;
        expect(made.status).toBe(201);
        answered.add(record_id);
      }
    })();
    await patiently(() => expect(receiver.received.length).toBeGreaterThan(4 * (round + 1)), { interval: 5 });
    await kill();
    await answering;
    await start();
  }
  const told = (type: string) =>
    receiver.received.filter(({ body }) => body.type === type).map(({ id, body: { data } }) => ({ id, data }));
  await patiently(
    () => {
      const responses = new Set(told("response.created").map(({ data }) => data.record.id));
      const completed = new Set(told("record.completed").map(({ data }) => data.id));
      const missing = [...answered].filter((id) => !responses.has(id) || !completed.has(id));
      expect(missing).toEqual([]);
    },
    { timeout: 120_000 },
  );
  // What arrived twice has the same id, and the same body.
  const idOf = new Map<string, string>();
  for (const { id, text, body } of receiver.received) {
    const what = `${body.type} ${body.data.id}`;
    expect(idOf.get(what) ?? `${id} ${text}`, what).toBe(`${id} ${text}`);
    idOf.set(what, `${id} ${text}`);
  }
  // In the order in which they were answered: each event came first after all events before it.
  const firsts = [...new Set(told("response.created").map(({ id }) => id))];
  expect(firsts).toEqual(firsts.toSorted());
});
