import { parentPort, workerData } from "node:worker_threads";
import { operations, streams, writers } from "../engine.fixture.ts";
import { serveThread } from "../threads/serve.ts";
import { openThreadEngine } from "./thread.ts";

/** A thread of the embedded store with the calls of the contract suite. */
if (parentPort) serveThread(parentPort, workerData, { whole: operations, streams, writers }, openThreadEngine);
