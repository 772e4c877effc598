import type { MessagePort } from "node:worker_threads";
import { ApiRefusal, createCall, type Outgoing, type Transport } from "../client/api-client.ts";
import { reasonOf, StartFailure } from "../start-failure.ts";
import { createFileReader } from "./file-reader.ts";
import { importFile } from "./import-file.ts";
import type { FileData, FromThread, Outcome, Task, ToThread } from "./messages.ts";
import { pageWords } from "./page-words.ts";
import { notUnderstood, understandingOf } from "./understanding.ts";

type Reply = { readonly status: number; readonly text: string };

/** The code of the thread that reads one file: one task after the other. */
export function serveFile(port: MessagePort, file: FileData): void {
  const say = (message: FromThread) => port.postMessage(message);
  const read = createFileReader(file);
  const { transport, settle } = createTransport(say);
  const call = createCall(transport, {});
  const perform = async (task: Task): Promise<Outcome> => {
    if (task.kind === "import") {
      const { wish, target } = task;
      const tell = (progress: Extract<FromThread, { kind: "progress" }>["progress"]) =>
        say({ kind: "progress", progress });
      const datasetId = await importFile(await read(wish), { wish, target, refused: file.refused, call, tell });
      return { kind: "imported", datasetId };
    }
    try {
      return { kind: "understood", understanding: await understandingOf(await read(task.wish), task.wish) };
    } catch (error) {
      if (error instanceof StartFailure) return { kind: "understood", understanding: notUnderstood(error) };
      throw error;
    }
  };
  port.on("message", async (message: ToThread) => {
    if (message.kind === "reply") return settle(message.id, message);
    const outcome = await perform(message.task).catch(failureOf);
    say({ kind: "outcome", outcome });
  });
}

/** A failure that is the file's, the person's or the disk's. Any other ends the thread: the log of the process has it. */
function failureOf(error: unknown): Outcome {
  if (error instanceof ApiRefusal) return { kind: "failed", told: error.message, status: error.status };
  if (error instanceof StartFailure)
    return { kind: "failed", told: error.message.split("\n").map(pageWords).join("\n"), status: null };
  const reason = reasonOf(error);
  if (reason === null) throw error;
  return { kind: "failed", told: `The server cannot go on with this file: ${reason}.`, status: null };
}

/** The calls of the API go through the process, which knows the person. */
function createTransport(say: (message: FromThread) => void) {
  const waiting = new Map<number, (reply: Reply) => void>();
  let next = 0;
  const transport: Transport = (outgoing: Outgoing) =>
    new Promise((resolve) => {
      const id = next++;
      waiting.set(id, resolve);
      say({ kind: "call", id, outgoing });
    });
  const settle = (id: number, { status, text }: Reply) => {
    waiting.get(id)?.({ status, text });
    waiting.delete(id);
  };
  return { transport, settle };
}
