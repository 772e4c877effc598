import { closeSync, createReadStream, openSync, readSync, statSync } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { Api } from "../../e2e/support/api.ts";
import { OWNER } from "../../e2e/support/server.ts";

/** Files that are sent as the page sends them, by the same calls. */

const UPLOADS = "/api/postil/v1/uploads";
const LOOK_EVERY_MS = 20;

type Upload = {
  readonly id: string;
  readonly state: string;
  readonly detail: string | null;
  readonly dataset_id: string | null;
};
type Understanding = { readonly rows: number; readonly fault: string | null; readonly records: readonly unknown[] };

export const sendText = (port: number, name: string, body: string): Promise<string> => send(port, name, { body });

/** Streams a file from the disk, as a browser does. */
export async function sendFile(port: number, path: string): Promise<string> {
  // Types of Node and of the web name the same stream.
  const body = Readable.toWeb(createReadStream(path, { highWaterMark: 2 ** 20 })) as BodyInit;
  const headers = { "content-length": String(statSync(path).size) };
  return send(port, basename(path), { body, duplex: "half", headers });
}

/** Sends the whole lines among the first bytes of a file. */
export async function sendFirst(port: number, path: string, bytes: number): Promise<string> {
  const file = openSync(path, "r");
  const first = Buffer.alloc(bytes);
  const read = readSync(file, first);
  closeSync(file);
  return sendText(port, basename(path), first.toString("utf8", 0, first.lastIndexOf("\n", read) + 1));
}

async function send(port: number, name: string, given: RequestInit & { duplex?: "half" }): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}${UPLOADS}?name=${name}`, {
    method: "POST",
    ...given,
    headers: { ...given.headers, "x-postil-api-key": OWNER.apiKey, "content-type": "application/octet-stream" },
  });
  if (reply.status !== 201) throw new Error(`The file was answered with ${reply.status}: ${await reply.text()}`);
  const { id } = (await reply.json()) as Upload; // as the contract says
  return id;
}

/** What the file would become. Fails if that is nothing. */
export async function understand(api: Api, id: string): Promise<Understanding> {
  const understood = await api.post<Understanding>(`${UPLOADS}/${id}/understand`, {});
  if (understood.fault !== null || understood.records.length === 0)
    throw new Error(`The file is not understood: ${understood.fault}`);
  return understood;
}

/** Begins `what`, and waits until the file is in the state `until`. Returns the dataset. */
export async function begin(
  api: Api,
  id: string,
  { what, body, until }: { readonly what: "import" | "add"; readonly body: object; readonly until: string },
): Promise<string> {
  await api.post(`${UPLOADS}/${id}/${what}`, body);
  for (;;) {
    const { state, detail, dataset_id } = await api.get<Upload>(`${UPLOADS}/${id}`);
    if (state === until) return dataset_id ?? "";
    if (state !== "checking" && state !== "storing") throw new Error(`The file is ${state}: ${detail}`);
    await pause(LOOK_EVERY_MS);
  }
}

export const forget = (api: Api, id: string): Promise<unknown> => api.delete(`${UPLOADS}/${id}`);
