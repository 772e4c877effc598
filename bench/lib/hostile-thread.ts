import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { FromHostile, HostileTarget, Nuisance, ToHostile } from "./hostile-client.ts";

/** The code of the thread that sends harmful requests. */

const { port, datasetId, longId, outsiderKey, managerKey } = workerData as HostileTarget; // set by startHostileClient
const LARGE_BYTES = 33_000_000;
const BULK = `/api/v1/datasets/${datasetId}/records/bulk`;

/** Sends one request on its own connection and ignores the result. */
function send(path: string, body: Buffer, key?: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    const head = [`POST ${path} HTTP/1.1`, "Host: x", "Connection: close", "Content-Type: application/json"];
    if (key) head.push(`X-Postil-Api-Key: ${key}`);
    socket.write(`${[...head, `Content-Length: ${body.length}`].join("\r\n")}\r\n\r\n`);
    socket.write(body);
    socket.on("error", () => {}).on("close", () => resolve());
    socket.resume();
  });
}

function askForAll(): Socket {
  const socket = connect({ host: "127.0.0.1", port }).on("error", () => {});
  const head = [`GET /api/v1/datasets/${longId}/records?limit=1000 HTTP/1.1`, "Host: x", "Connection: close"];
  socket.write(`${[...head, `X-Postil-Api-Key: ${managerKey}`].join("\r\n")}\r\n\r\n`);
  return socket;
}

/** Asks for all the long records and reads the reply as it comes. */
const readAll = (): Promise<void> =>
  new Promise((resolve) => {
    askForAll()
      .on("close", () => resolve())
      .resume();
  });

/** Asks for all the long records and reads nothing of the reply. */
async function readNone(): Promise<void> {
  const socket = askForAll().pause();
  await pause(3000);
  socket.destroy();
}

const times = (count: number, work: () => Promise<void>): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, work));

const QUOTES = Buffer.from('"'.repeat(64 * 1024));
/** Well-formed in all its many small parts, which costs most to parse. The store refuses it in the end. */
const suggestion = '{"question_id":"11111111-2222-4333-8444-555555555555","value":"yes","score":0.5},';
const PER_RECORD = Math.floor(LARGE_BYTES / 500 / suggestion.length) - 1;
const record = `{"fields":{"text":"a"},"suggestions":[${suggestion.repeat(PER_RECORD).slice(0, -1)}]}`;
const LARGE = Buffer.from(`{"items":[${Array(500).fill(record).join()}]}`);

async function trickle(): Promise<void> {
  const socket = connect({ host: "127.0.0.1", port }).on("error", () => {});
  socket.write(
    `POST /api/v1/workspaces HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n`,
  );
  for (let sent = 0; sent < 12; sent++) {
    socket.write("[");
    await pause(250);
  }
  socket.destroy();
}

async function nothing(): Promise<void> {
  await pause(100);
}

const NUISANCES: { readonly [N in Nuisance]: () => Promise<unknown> } = {
  nothing,
  "not JSON": () => times(8, () => send("/api/v1/workspaces", QUOTES)),
  outsider: () => times(12, () => send(BULK, LARGE, outsiderKey)),
  manager: () => times(12, () => send(BULK, LARGE, managerKey)),
  reader: () => times(8, readAll),
  "no reader": () => times(24, readNone),
  trickle: () => times(50, trickle),
};

parentPort?.on("message", async ({ id, nuisance }: ToHostile) => {
  await NUISANCES[nuisance]();
  parentPort?.postMessage({ id } satisfies FromHostile);
});
parentPort?.postMessage({ ready: true } satisfies FromHostile);
