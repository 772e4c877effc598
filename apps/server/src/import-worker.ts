import { parentPort, workerData } from "node:worker_threads";
import { serveFile } from "./uploads/serve.ts";

// The code of a thread that reads a file which somebody sent.
if (!parentPort) throw new Error("import-worker.ts runs as a thread of the server, not by itself.");
serveFile(parentPort, workerData);
