import type { Reads } from "../../src/usecases/registry.ts";
import type { TestServerOptions } from "./start-test-server.ts";

/** What webhooks are sent, and what deleted ones leave, is noted later: it would look like a change of the next call. */
const AT_REST: { readonly [N in keyof Reads]?: unknown } = {
  findDueLanes: { any: false, due: [], paused: [] },
  hasLeftDeliveries: false,
};
export const sendingNothing: NonNullable<TestServerOptions["around"]> = (store) => ({
  ...store,
  read: (async (name: keyof Reads, ...rest: [null, never]) =>
    Object.hasOwn(AT_REST, name) ? AT_REST[name] : store.read(name, ...rest)) as typeof store.read,
});
