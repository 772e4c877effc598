import { extname } from "node:path";

// Beside this file as it is written, or as it was built: both have their programs in one folder.
const program = (name: string): URL => new URL(`./${name}${extname(import.meta.url)}`, import.meta.url);

/** The program of a thread of the store. */
export const STORE_THREAD = program("worker");

/** The program of the thread that reads large bodies. */
export const INTAKE_THREAD = program("intake-worker");
