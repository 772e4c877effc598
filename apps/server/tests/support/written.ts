import { expect } from "vitest";
import { createClient } from "./client.ts";
import { createPublished } from "./draft.ts";
import { newName } from "./people.ts";
import { API_KEY } from "./process.ts";
import { SUBMITTED } from "./records.ts";

/** Writers who go on through a fault, and what they were told. Each attempt has a text of its own. */

export const KEY = { "x-postil-api-key": API_KEY };

export type Written = {
  /** Texts of records that were acknowledged, and those whose answer was too. */
  readonly saved: Set<string>;
  readonly answered: Set<string>;
  /** Texts of records of which the server said that nothing was saved. */
  readonly refused: Set<string>;
  /** Each reply that was no success: its sentence. */
  readonly sentences: string[];
};

const SENTENCE =
  /^(The server's store cannot be reached: .+\.|Other changes were in the way\.) (Nothing of this was saved|It is not known whether this was saved)\. Try again\.$/;

/** Expects the reply of a fault: never another status, and always a sentence. */
export async function sentenceOf(reply: Response): Promise<string> {
  const { detail } = (await reply.json()) as { readonly detail: string };
  expect([reply.status, reply.headers.get("retry-after"), detail]).toEqual([503, "1", expect.stringMatching(SENTENCE)]);
  return detail;
}

export async function newDataset(url: string): Promise<string> {
  const owner = createClient(url, API_KEY);
  const { items } = await owner.must("listMyWorkspaces");
  return (await createPublished(owner, items[0]?.id ?? "")).datasetId;
}

const post = (url: string, body: unknown): Promise<Response> =>
  fetch(url, { method: "POST", headers: { ...KEY, "content-type": "application/json" }, body: JSON.stringify(body) });

/** Starts so many writers. `end` waits for what they are about. */
export function startWriters(url: string, datasetId: string, writers: number) {
  const written: Written = { saved: new Set(), answered: new Set(), refused: new Set(), sentences: [] };
  let goesOn = true;
  const write = async (name: string) => {
    for (let n = 0; goesOn; n++) {
      const text = `${name} ${n}`;
      const made = await post(`${url}/api/v1/datasets/${datasetId}/records/bulk`, { items: [{ fields: { text } }] });
      if (made.ok) {
        written.saved.add(text);
        const { items } = (await made.json()) as { readonly items: readonly { readonly id: string }[] };
        const answer = await post(`${url}/api/v1/records/${items[0]?.id}/responses`, SUBMITTED);
        if (answer.ok) {
          written.answered.add(text);
          await answer.body?.cancel();
        } else written.sentences.push(await sentenceOf(answer));
      } else {
        const detail = await sentenceOf(made);
        written.sentences.push(detail);
        if (detail.includes("Nothing of this was saved")) written.refused.add(text);
      }
    }
  };
  const all = Promise.all(Array.from({ length: writers }, () => write(newName())));
  // Whoever waits for the end hears of it.
  all.catch(() => {});
  return {
    written,
    end: async () => {
      goesOn = false;
      await all;
      return written;
    },
  };
}

/** Expects each acknowledged record and answer once, and nothing of what was refused. */
export async function expectWritten(url: string, datasetId: string, told: Written): Promise<void> {
  const owner = createClient(url, API_KEY);
  const found = new Map<string, number[]>();
  for (let offset = 0; ; offset += 1000) {
    const { items } = await owner.must("listRecords", {
      params: { dataset_id: datasetId },
      query: { offset: String(offset), limit: "1000", include: "responses" },
    });
    for (const { fields, responses } of items) {
      const text = String(fields.text);
      found.set(text, [...(found.get(text) ?? []), responses?.length ?? 0]);
    }
    if (items.length < 1000) break;
  }
  for (const text of told.saved) expect(found.get(text), text).toHaveLength(1);
  for (const text of told.answered) expect(found.get(text), text).toEqual([1]);
  for (const text of told.refused) expect(found.get(text), text).toBeUndefined();
}
