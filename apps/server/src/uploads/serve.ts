import { ApiRefusal, createCall, type Outgoing, type Transport } from "../client/api-client.ts";
import { onlyTableIn } from "../import/formats/archive.ts";
import { formatOfName } from "../import/read-rows.ts";
import { reasonOf, StartFailure } from "../start-failure.ts";
import { addFile } from "./add-file.ts";
import { createFileReader, kindOf, wishInto } from "./file-reader.ts";
import { importFile, importTaskFile } from "./import-file.ts";
import type { FileData, FromReader, Into, Outcome, Progress, Task, ToReader, Wish } from "./messages.ts";
import { sentences } from "./page-words.ts";
import { notUnderstood, understandingForAdd, understandingForTask, understandingOf } from "./understanding.ts";

type Reply = { readonly status: number; readonly text: string };

/** Reads one file, one task after the other. Returns the function that takes the messages of the server. */
export function serveFile(file: FileData, say: (message: FromReader) => void): (message: ToReader) => Promise<void> {
  const read = createFileReader(file);
  const { transport, settle } = createTransport(say);
  const call = createCall(transport, {});
  const tell = (progress: Progress) => say({ kind: "progress", progress });
  const perform = async (task: Task): Promise<Outcome> => {
    if (task.kind === "import") {
      const { wish, target } = task;
      const known = await read(wish);
      const kind = kindOf(known, wish);
      const importing = { wish, target, refused: file.refused, call, tell };
      await (kind === "feedback" ? importFile(known, importing) : importTaskFile(known, kind, importing));
      return { kind: "imported" };
    }
    if (task.kind === "add") {
      const { wish, target } = task;
      await addFile(await read(readAs(wish, target.into)), { wish, target, refused: file.refused, call, tell });
      return { kind: "imported" };
    }
    try {
      const { into } = task;
      const known = await read(readAs(task.wish, into));
      const understanding =
        into === null
          ? await understandingOf(known, task.wish)
          : into.family === "task"
            ? await understandingForTask(known, task.wish, into.target)
            : await understandingForAdd(known, task.wish, into.target);
      return { kind: "understood", understanding };
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error;
      return { kind: "understood", understanding: notUnderstood(error, file.name, await isText(file)) };
    }
  };
  return async (message) => {
    if (message.kind === "reply") return settle(message.id, message);
    const outcome = await perform(message.task).catch((error: unknown) => failureOf(error, file.name));
    say({ kind: "outcome", outcome });
  };
}

/** Whether an encoding and the like could be said of a file that cannot be read. */
async function isText({ path, name }: FileData): Promise<boolean> {
  try {
    const { format } = formatOfName(name);
    if (format !== "archive") return isTextFormat(format);
    const { member } = await onlyTableIn(path, name, isNamed);
    return isTextFormat(formatOfName(member.name).format);
  } catch (error) {
    // Why it cannot be read is told already.
    if (reasonOf(error) === null && !(error instanceof StartFailure)) throw error;
    return false;
  }
}

const isTextFormat = (format: string): boolean => format !== "excel" && format !== "parquet";

/** True for a name that tells a format. */
function isNamed(name: string): boolean {
  try {
    return formatOfName(name).format !== "archive";
  } catch (error) {
    if (error instanceof StartFailure) return false;
    throw error;
  }
}

/** A task says how cells are read. */
const readAs = (wish: Wish, into: Into | null): Wish => (into?.family === "task" ? wishInto(wish, into.target) : wish);

/** A failure that is the file's, the person's or the disk's. Any other ends the process, and the log of the server has it. */
function failureOf(error: unknown, file: string): Outcome {
  if (error instanceof ApiRefusal) return { kind: "failed", told: error.message, status: error.status };
  if (error instanceof StartFailure) return { kind: "failed", told: sentences(error.message, file), status: null };
  const reason = reasonOf(error);
  if (reason === null) throw error;
  return { kind: "failed", told: `The server cannot go on with this file: ${reason}.`, status: null };
}

/** The calls of the API go through the server, which knows the person. */
function createTransport(say: (message: FromReader) => void) {
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
