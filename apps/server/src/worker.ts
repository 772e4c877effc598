import { parentPort, workerData } from "node:worker_threads";
import { streams } from "./export/streams.ts";
import { replyWriters } from "./http/reply-writers.ts";
import { limitCopies } from "./records/columns/room.ts";
import { openThreadEngine } from "./storage/sqlite/thread.ts";
import type { ThreadData } from "./storage/threads/messages.ts";
import { serveThread } from "./storage/threads/serve.ts";
import { reads, writes } from "./usecases/registry.ts";

// The code of a store thread. Besides main.ts, it is the second place where the parts are put together.
if (!parentPort) throw new Error("worker.ts runs as a thread of the store, not by itself.");
const data: ThreadData = workerData;
limitCopies(data.searchBytes, data.bytesPerRecord);
serveThread(parentPort, data, { whole: { ...reads, ...writes }, streams, writers: replyWriters }, openThreadEngine);
