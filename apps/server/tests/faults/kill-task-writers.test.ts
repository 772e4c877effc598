import { afterAll, expect, test } from "vitest";
import { type Client, createClient } from "../support/client.ts";
import { createFuse, expectDoctorFindsNothing, KILLS, unlessBroken } from "../support/kills.ts";
import { API_KEY, newHome, removeHome, runPostil } from "../support/process.ts";
import { expectFoundAndCounted, foundIds, loadStored } from "../support/stored-task-records.ts";

/**
 * Simulates a power failure while eight scripts log task records in bulk, some of them again, and delete some by query.
 * Acknowledged records exist and can be found. A call that was cut off is saved as a whole or not at all.
 */

const WRITERS = 8;
const BATCH = 60;
/** The minimum number of answered calls before each kill. */
const CALLS = 3 * WRITERS;
const NAME = "killed";
const at = { params: { name: NAME }, query: { workspace: "default" } };
const STATUSES = ["Default", "Validated", "Discarded", "Edited"] as const;

const home = newHome();
afterAll(() => removeHome(home));

/** The calls whose version of a record may be stored now. Null: the record may be missing. */
type States = readonly (string | null)[];
type Writer = { readonly own: string; readonly may: Map<string, States>; readonly words: string[]; calls: number };

/** The text of a call's records contains a word of that call. The call before logged half of these records. */
const idsOf = ({ own }: Writer, call: number): string[] =>
  Array.from({ length: BATCH }, (_, index) => `${own}-${(call * BATCH) / 2 + index}`);
const wordOf = ({ own }: Writer, call: number): string => `word${own}x${call}`;

const record =
  ({ own }: Writer, call: number, word: string) =>
  (id: string, index: number) => ({
    id,
    inputs: { text: `note ${word}` },
    prediction: { agent: "model", labels: [{ class: `guess ${index % 3}`, score: 0.5 }] },
    annotation: { agent: own, labels: [{ class: `label ${call % 5}` }] },
    metadata: { kind: `kind ${index % 4}` },
    vectors: { mini: { value: [call, index, 1] } },
    status: STATUSES[index % STATUSES.length],
  });

/** Notes the effect of a call: certain if it was answered, otherwise possible. */
function note({ may }: Writer, ids: Iterable<string>, state: string | null, answered: boolean): void {
  for (const id of ids) may.set(id, answered ? [state] : [...(may.get(id) ?? [null]), state]);
}

async function logBatch(client: Client, writer: Writer, call: number): Promise<boolean> {
  const [ids, word] = [idsOf(writer, call), wordOf(writer, call)];
  const body = { records: ids.map(record(writer, call, word)) };
  const answer = await unlessBroken(client.must("logTextRecordsV0", { ...at, body }));
  note(writer, ids, word, answer !== null);
  writer.words.push(word);
  return answer !== null;
}

/** Deletes the remaining records of an earlier call by that call's word. */
async function deleteBatch(client: Client, writer: Writer, call: number): Promise<boolean> {
  const word = wordOf(writer, call - 2);
  const ids = [...writer.may].filter(([, states]) => states.includes(word)).map(([id]) => id);
  const sure = ids.filter((id) => writer.may.get(id)?.length === 1).length;
  const erase = async () => {
    const { matched, processed } = await client.must("deleteTaskRecordsV0", { ...at, body: { query_text: word } });
    expect(processed).toBe(matched);
    expect(matched).toBeGreaterThanOrEqual(sure);
    expect(matched).toBeLessThanOrEqual(ids.length);
    return true;
  };
  const answer = await unlessBroken(erase());
  for (const id of ids) {
    const states = writer.may.get(id) ?? [];
    const without = states.filter((state) => state !== word && state !== null);
    writer.may.set(id, answer ? [...without, null] : [...states, null]);
  }
  return answer !== null;
}

async function writeUntilKilled(url: string, writer: Writer, answered: () => void): Promise<void> {
  const client = createClient(url, API_KEY);
  for (;;) {
    const call = writer.calls++;
    if (!(await logBatch(client, writer, call))) return;
    answered();
    if (call % 4 === 3 && !(await deleteBatch(client, writer, call))) return;
  }
}

/** Checks that a search finds all records of the last logged call or none, answered or cut off. */
async function expectWhole(at: { readonly owner: Client; readonly name: string }, { words }: Writer): Promise<void> {
  const [last = ""] = words.slice(-1);
  const found = await foundIds(at, last);
  expect([0, BATCH], last).toContain(found.size);
}

test(`TST-16 kill -9 ${KILLS} times under eight bulk writers: every acknowledged task record is there and found, counts and facets are a recount's`, {
  timeout: 120_000 + KILLS * 30_000,
}, async () => {
  let server = runPostil(home);
  const body = { name: NAME, task: "TextClassification", workspace: "default" };
  await createClient(await server.address, API_KEY).must("createTaskDatasetV0", { body });
  const writers = Array.from(
    { length: WRITERS },
    (_, index): Writer => ({ own: `w${index}`, may: new Map(), words: [], calls: 0 }),
  );
  const fuse = createFuse();
  for (let kill = 0; kill < KILLS; kill++) {
    const url = await server.address;
    const writing = Promise.all(writers.map((writer) => writeUntilKilled(url, writer, fuse.answered)));
    await Promise.race([fuse.burn(CALLS), writing]);
    server.child.kill("SIGKILL");
    await Promise.all([writing, server.ended]);
    server = runPostil(home);
    const owner = createClient(await server.address, API_KEY);
    for (const writer of writers) await expectWhole({ owner, name: NAME }, writer);
  }

  const there = { owner: createClient(await server.address, API_KEY), name: NAME };
  const stored = await loadStored(there);
  for (const { may } of writers)
    for (const [id, states] of may) expect(states, id).toContain(stored.get(id)?.text.split(" ")[1] ?? null);
  await expectFoundAndCounted(there, stored);
  for (const { words } of writers)
    for (const word of words) {
      const having = [...stored.values()].filter(({ text }) => text === `note ${word}`).map(({ id }) => id);
      expect(await foundIds(there, word), word).toEqual(new Set(having));
    }
  const calls = writers.reduce((sum, writer) => sum + writer.calls, 0);
  console.log(`${KILLS} kills, ${calls} calls, ${stored.size} records`);
  // Checks that the test did real work.
  expect(calls).toBeGreaterThan(KILLS * CALLS);
  expect(stored.size).toBeGreaterThan(KILLS * CALLS * (BATCH / 4));

  server.child.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);
  await expectDoctorFindsNothing(home);
});
