import { setPriority } from "node:os";
import type { FileData, ToReader } from "./uploads/messages.ts";
import { serveFile } from "./uploads/serve.ts";

// The code of a process that reads a file which somebody sent. It is no thread: a file that takes all memory ends the process
// that reads it, and V8 cannot always end a thread alone.
if (!process.send) throw new Error("import-worker.ts runs as a process of the server, not by itself.");
const say = process.send.bind(process);
/** What people do in the page goes first. */
const NICE = 5;
setPriority(NICE);
// The server has died: nobody waits for anything any more.
process.once("disconnect", () => process.exit());
process.once("message", (file: FileData) => {
  const take = serveFile(file, (message) => void say(message));
  process.on("message", (message: ToReader) => void take(message));
});
