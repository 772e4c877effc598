import { expect, test } from "vitest";
import { createShared } from "../shared/shared.ts";
import { ATTEMPT_SECONDS, createAttempts as create } from "./attempts.ts";

const key = (text: string) => new TextEncoder().encode(text);
const createAttempts = (sealing: Uint8Array, now: () => number = Date.now) => {
  const { useOnce } = createShared(now);
  return create(sealing, (state, until) => useOnce("state", state, until), now);
};

test("AUT-20 an attempt is known again by its state, in another process too, and no other state gives the same", () => {
  const begun = createAttempts(key("one")).begin("github");
  expect(createAttempts(key("one")).resume("github", begun.state)).toEqual(begun);
  expect(new Set([begun.state, begun.nonce, begun.verifier]).size).toBe(3);
  expect(createAttempts(key("one")).begin("github").state).not.toBe(begun.state);
});

test("AUT-23 why one ended before the provider stands in its state, and nobody writes another reason into it", () => {
  const attempts = createAttempts(key("one"));
  const { state } = attempts.begin("github", "late");
  expect(attempts.resume("github", state)).toMatchObject({ state, ended: "late" });
  expect(attempts.resume("github", attempts.begin("github").state)?.ended).toBeNull();
  for (const other of [state.replace(/late$/, "busy"), state.replace(/\.late$/, "")])
    expect(attempts.resume("github", other)).toBeNull();
});

test("AUT-22 an attempt is used once, and is remembered for as long as it would be good", async () => {
  let now = 1_000_000;
  const attempts = createAttempts(key("one"), () => now);
  const first = attempts.begin("github");
  expect([await attempts.use(first), await attempts.use(first), await attempts.use(attempts.begin("github"))]).toEqual([
    true,
    false,
    true,
  ]);
  now += (ATTEMPT_SECONDS - 1) * 1000;
  for (let turn = 0; turn < 9000; turn++) expect(await attempts.use(attempts.begin("github"))).toBe(true);
  expect(await attempts.use(first)).toBe(false);
  // Above the limit the store forgets the oldest attempt. It also forgets attempts that are no longer valid.
  for (let turn = 0; turn < 1000; turn++) expect(await attempts.use(attempts.begin("github"))).toBe(true);
  expect(await attempts.use(first)).toBe(true);
  now += 2000;
  expect(attempts.resume("github", first.state)).toBeNull();
});

test("AUT-22 a state for another provider, of another server, changed or too old is none", () => {
  let now = 1_000_000;
  const attempts = createAttempts(key("one"), () => now);
  const { state } = attempts.begin("github");
  const [id, until, seal] = state.split(".");
  const changed = [[id, `${until}z`, seal], [`${id}A`, until, seal], [id, until], [id, until, `${seal}A`], []];
  for (const parts of changed) expect(attempts.resume("github", parts.join("."))).toBeNull();
  expect(attempts.resume("google", state)).toBeNull();
  expect(createAttempts(key("other"), () => now).resume("github", state)).toBeNull();
  now += (ATTEMPT_SECONDS - 1) * 1000;
  expect(attempts.resume("github", state)).not.toBeNull();
  now += 2000;
  expect(attempts.resume("github", state)).toBeNull();
});
