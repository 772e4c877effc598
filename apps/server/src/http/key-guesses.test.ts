import { Refusal } from "@postil/domain/refusal";
import { expect, test } from "vitest";
import { createFailures } from "../shared/failures.ts";
import { createKeyGuesses } from "./attempts.ts";
import { TooManyAttempts } from "./errors.ts";

const HOUR = 60 * 60_000;

/** Known keys, and the result for each sent key: its owner, null for an unknown key, or the reason of the refusal. */
function create() {
  let now = 1_000_000;
  const owners = new Map<string, string>();
  const asked: string[] = [];
  const noted: string[] = [];
  const ask = async (key: string) => {
    asked.push(key);
    if (key === "expired") throw new Refusal("unauthorized", "It expired");
    return owners.get(key) ?? null;
  };
  const note = async ({ address }: { readonly address: string }) => void noted.push(address);
  const guesses = createKeyGuesses({ ask, note, failures: createFailures(() => now) }, () => now);
  const show = (key: string, address = "192.0.2.1") =>
    guesses
      .look(key, { address, userAgent: "", session: null })
      .catch((error: unknown) => (error instanceof TooManyAttempts ? "too many" : "refused"));
  const guess = async (count: number, address?: string) => {
    const found = [];
    for (let turn = 0; turn < count; turn++) found.push(await show(`guess-${turn}-${now}`, address));
    return found.filter((one) => one === null).length;
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { owners, asked, noted, show, guess, pass };
}

const LONG_KEY = "a".repeat(46);

test("AUT-14 thirty different keys that are nobody's are taken from a network, then one for every ten seconds", async () => {
  const { guess, noted, pass } = create();
  expect(await guess(50)).toBe(30);
  pass(60_000);
  expect(await guess(50)).toBe(6);
  expect(await guess(50, "192.0.2.2")).toBe(30);
  expect(noted).toHaveLength(66);
});

test("AUT-14 where too many were tried, a long key that is good lets in, and a short one that did so from there before", async () => {
  const { guess, owners, show, asked } = create();
  for (const key of ["short", "other", LONG_KEY]) owners.set(key, `owner of ${key}`);
  await show("short");
  await guess(50);
  expect(await show("short")).toBe("owner of short");
  expect(await show(LONG_KEY)).toBe(`owner of ${LONG_KEY}`);
  expect(await show("b".repeat(46))).toBe("too many");
  expect(await show("other")).toBe("too many");
  expect(asked).not.toContain("other");
  expect(await show("other", "192.0.2.2")).toBe("owner of other");
});

test.each(["stale", "stale".repeat(10)])(
  "AUT-14 the same key %s again is the same guess for an hour; then it is noted anew",
  async (stale) => {
    const { show, noted, pass, owners, guess } = create();
    for (let turn = 0; turn < 100; turn++) expect(await show(stale)).toBeNull();
    await guess(50);
    expect(await show(stale)).toBeNull();
    expect(noted).toHaveLength(30);
    pass(HOUR + 1);
    expect([await show(stale), noted.length]).toEqual([null, 31]);
    owners.set(stale, "somebody");
    expect(await show(stale)).toBe("somebody");
  },
);

test("AUT-14 a key that has expired is no guess, and one that was good is one when it is revoked", async () => {
  const { show, guess, noted, owners } = create();
  for (let turn = 0; turn < 100; turn++) expect(await show("expired")).toBe("refused");
  owners.set("short", "somebody");
  await show("short");
  owners.delete("short");
  for (let turn = 0; turn < 100; turn++) expect(await show("short")).toBeNull();
  expect(noted).toHaveLength(1);
  expect(await guess(50)).toBe(29);
});
