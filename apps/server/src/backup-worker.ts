import { rmSync } from "node:fs";
import { setPriority } from "node:os";
import { type BackupTask, type FromBackup, writeBackup } from "./backup/write.ts";
import { reasonOf, StartFailure } from "./start-failure.ts";

// The code of the process that writes a backup. It is no thread: nothing can stop the engine while it checks a copy, but a process
// can be ended.
if (!process.send) throw new Error("backup-worker.ts runs as a process of the server, not by itself.");
const send = process.send.bind(process);
const say = (message: FromBackup) => new Promise<void>((done) => send(message, () => done()));
/** What people do in the page goes first. */
const NICE = 5;
setPriority(NICE);

process.once("message", (task: BackupTask) => {
  // The server has died, so nobody gives the file its name.
  process.once("disconnect", () => {
    for (const file of [task.part, `${task.part}-journal`]) rmSync(file, { force: true });
    process.exit();
  });
  writeBackup(task, (progress) => void say({ kind: "progress", progress }))
    .then(
      (bytes) => say({ kind: "done", bytes }),
      (error: unknown) => say({ kind: "failed", why: whyOf(error) }),
    )
    .then(() => process.exit());
});

function whyOf(error: unknown): string {
  if (error instanceof StartFailure) return error.message;
  return reasonOf(error) ?? (error instanceof Error ? error.message : String(error));
}
