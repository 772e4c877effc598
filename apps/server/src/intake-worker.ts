import { parentPort, workerData } from "node:worker_threads";
import { serveIntake } from "./http/intake/serve.ts";

// The code of the thread that reads large bodies. It is the third place where the parts are put together.
if (!parentPort) throw new Error("intake-worker.ts runs as a thread of the server, not by itself.");
serveIntake(parentPort, workerData);
