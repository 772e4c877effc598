import { extname } from "node:path";

// The program files are in the same folder as this file, both in the source and in the build.
const program = (name: string): URL => new URL(`./${name}${extname(import.meta.url)}`, import.meta.url);

export const STORE_THREAD = program("worker");

/** The program of the processes that read the files which people send. */
export const IMPORT_PROGRAM = program("import-worker");

/** The program of the thread that reads large bodies. */
export const INTAKE_THREAD = program("intake-worker");

/** The program of the thread that takes the steps of jobs, where the engine has no threads. */
export const JOB_THREAD = program("job-worker");

/** The program of the process that writes a backup. */
export const BACKUP_PROGRAM = program("backup-worker");
