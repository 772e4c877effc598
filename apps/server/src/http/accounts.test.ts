import { expect, test } from "vitest";
import type { Peers } from "../storage/peers.ts";
import { operatorAsCaller, operatorAsUser } from "../usecases/accounts/operator.ts";
import { createAccounts } from "./authenticate.ts";
import type { PostilStore } from "./handler.ts";

/** A store that counts how often it is asked for a caller, and other servers that are heard, or not. */
function storeWithPeers() {
  const state = { hears: true, asked: 0, tell: () => {} };
  const peers: Pick<Peers, "hears" | "hear"> = {
    hears: () => state.hears,
    hear: (_topic, listener) => {
      state.tell = listener;
    },
  };
  const read = async () => {
    state.asked++;
    return { caller: operatorAsCaller, user: operatorAsUser, workspaces: [], until: null };
  };
  return { state, store: { peers, read } as unknown as PostilStore }; // the test uses no other member
}

test("PGS-72 PGS-76 a caller is kept until another server tells of a change, and not at all while the others are not heard", async () => {
  const { state, store } = storeWithPeers();
  const accounts = createAccounts(store);
  let forgotten = 0;
  accounts.onForget(() => forgotten++);
  const askedFor = async (calls: number) => {
    const before = state.asked;
    for (let call = 0; call < calls; call++) await accounts.byApiKey("a key");
    return state.asked - before;
  };
  expect(await askedFor(3)).toBe(1);
  state.tell();
  expect([forgotten, await askedFor(3)]).toEqual([1, 1]);
  state.hears = false;
  expect(await askedFor(3)).toBe(3);
  // What was kept before is good again only if nothing was missed, which is told first.
  state.tell();
  state.hears = true;
  expect(await askedFor(3)).toBe(1);
});

test("PGS-72 what was read before a change that another server tells of meanwhile is not kept", async () => {
  const { state, store } = storeWithPeers();
  const accounts = createAccounts(store);
  const reading = accounts.byApiKey("a key");
  state.tell();
  await reading;
  await accounts.byApiKey("a key");
  expect(state.asked).toBe(2);
});
