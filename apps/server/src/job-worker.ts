import { parentPort, workerData } from "node:worker_threads";
import { takeJobStep } from "./jobs/steps.ts";
import { serveAside } from "./storage/postgres/aside.ts";

// The code of the thread that takes the steps of jobs on a PostgreSQL server. It is the fourth place where the parts are put together.
if (!parentPort) throw new Error("job-worker.ts runs as a thread of the store, not by itself.");
serveAside(parentPort, workerData, { takeJobStep });
