import type { Room } from "../room.ts";
import { DISK_FULL, StorageFailure } from "./failure.ts";

type Writing = (name: string, ...rest: readonly unknown[]) => Promise<unknown>;
const WRITES = ["write", "writeText", "writePacked"] as const;
type WritingStore = { readonly [W in (typeof WRITES)[number]]: Writing };

/**
 * A store that handles a full disk. When the disk is full, every write is refused at once except those with these names, so
 * that the reserve is theirs. If one of them finds the disk full, space is made and it is tried once more (API-51).
 */
export function storeWithRoom<S extends object>(store: S, room: Room, writtenWhenFull: ReadonlySet<string>): S {
  const within =
    (write: Writing): Writing =>
    async (name, ...rest) => {
      const goesOn = writtenWhenFull.has(name);
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
