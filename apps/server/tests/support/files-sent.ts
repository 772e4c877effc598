import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Reply } from "@postil/contract/route";
import type { Routes } from "@postil/contract/routes";
import type { Client } from "./client.ts";
import { patiently } from "./patiently.ts";

/** Files that a person sends from the page. */

export type Understanding = Reply<Routes["understandUpload"]>;
type Upload = Reply<Routes["getUpload"]>;

export const at = (id: string) => ({ params: { upload_id: id } });

export const linesOf = (rows: readonly unknown[]): string => rows.map((row) => JSON.stringify(row)).join("\n");

/** Sends a file and returns its id. */
export const send = async (client: Client, name: string, body: string | Uint8Array): Promise<string> =>
  (await client.must("uploadFile", { query: { name }, body })).id;

export const understand = (client: Client, id: string, body: unknown = {}): Promise<Understanding> =>
  client.must("understandUpload", { ...at(id), body });

/** Begins to send a file, and says how long it is. */
export async function beginToSend(url: string, key: string, bytes: number, sent: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // A refused sender is cut off.
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(
    `POST /api/postil/v1/uploads?name=long.jsonl HTTP/1.1\r\nhost: postil\r\nx-postil-api-key: ${key}\r\n` +
      `content-type: application/octet-stream\r\ncontent-length: ${bytes}\r\n\r\n${sent}`,
  );
  return socket;
}

/** What the page sends back when nobody has changed anything. */
export const wishOf = ({ columns, dataset }: Understanding) => ({
  columns: columns.map(({ name, role }) => ({ column: name, role })),
  questions: dataset?.questions.map(({ column, name, type, title, description, required, options }) => ({
    column,
    name,
    type,
    title,
    description,
    required,
    options: options.map(({ value }) => value),
  })),
});

/** The upload when its import is over. */
export const ended = (client: Client, id: string): Promise<Upload> =>
  patiently(
    async () => {
      const upload = await client.must("getUpload", at(id));
      if (upload.state === "checking" || upload.state === "storing") throw new Error(`It is ${upload.state}.`);
      return upload;
    },
    { interval: 20, timeout: 60_000 },
  );

/** Imports a file and waits for its end. */
export async function imported(client: Client, id: string, workspace_id: string, wish: object = {}): Promise<Upload> {
  await client.must("importUpload", { ...at(id), body: { ...wish, workspace_id } });
  return ended(client, id);
}
