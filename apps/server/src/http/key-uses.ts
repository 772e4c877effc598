import type { RequestOrigin } from "../storage/store.ts";
import type { KeyUsed } from "../usecases/accounts/api-keys.ts";
import type { KnownCaller } from "../usecases/accounts/find-caller.ts";
import type { PostilStore } from "./handler.ts";
import { type Later, writeLater } from "./write-later.ts";

/** Records when and by what each key was last used. A note is taken for each request, and written once a minute. */
export type KeyUses = Pick<Later<KeyUsed>, "flush" | "stop"> & {
  /** Does nothing if the caller did not use a key. */
  note(found: KnownCaller, from: RequestOrigin): void;
};

export function noteKeyUses(store: PostilStore, warn: (error: unknown) => void): KeyUses {
  const later = writeLater<KeyUsed>((uses) => store.write("noteKeyUses", null, uses), warn);
  return {
    note({ caller, key }, from) {
      if (key === undefined) return;
      const { key: userKey, id, username } = caller;
      const by = { key: userKey, id, username };
      later.put(key.id ?? id, { by, keyId: key.id, at: Date.now() * 1000, from });
    },
    flush: later.flush,
    stop: later.stop,
  };
}
