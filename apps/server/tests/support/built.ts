import { fileURLToPath } from "node:url";

/** The program of the server as people run it; it starts in a third of the time of its source files. */
export const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** The program of a thread of its store. */
export const STORE_THREAD = new URL("../../dist/worker.js", import.meta.url);
