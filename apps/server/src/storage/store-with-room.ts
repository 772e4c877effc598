import type { Room } from "../room.ts";
import { DISK_FULL, StorageFailure } from "./failure.ts";

/** What is written also when the disk is full: without it nobody could come in, read or take anything out (API-51). */
const GOES_ON: ReadonlySet<string> = new Set([
  "beginSession",
  "renewSession",
  "endOwnSession",
  "endOtherSessions",
  "noteFailedSignIn",
  "noteExport",
  "noteKeyUses",
  // What a start does before anybody comes in.
  "createFirstOwner",
  "addMissingWorkspaces",
  "takeBackImports",
]);

type Writing = (name: string, ...rest: readonly unknown[]) => Promise<unknown>;
const WRITES = ["write", "writeText", "writePacked"] as const;
type WritingStore = { readonly [W in (typeof WRITES)[number]]: Writing };

/**
 * A store whose disk may get full. Then everything but a few writes is refused at once, so that these have the reserve for themselves;
 * one that finds the disk full makes way and is tried once more.
 */
export function storeWithRoom<S extends object>(store: S, room: Room): S {
  const within =
    (write: Writing): Writing =>
    async (name, ...rest) => {
      const goesOn = GOES_ON.has(name);
      if (room.isFull() && !goesOn) throw new StorageFailure(DISK_FULL);
      try {
        return await write(name, ...rest);
      } catch (error) {
        if (!(error instanceof StorageFailure) || !(await room.makeWay()) || !goesOn) throw error;
        return write(name, ...rest);
      }
    };
  const { write, writeText, writePacked } = store as unknown as WritingStore; // of any operations
  return { ...store, write: within(write), writeText: within(writeText), writePacked: within(writePacked) };
}
