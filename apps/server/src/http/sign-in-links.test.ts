import { expect, test } from "vitest";
import { createSignInLinks } from "./sign-in.ts";

test("API-05 a sign-in link works once", () => {
  const links = createSignInLinks();
  const code = links.issue("user-1");
  expect(links.redeem(code)).toBe("user-1");
  expect(links.redeem(code)).toBeNull();
  expect(links.redeem("guessed")).toBeNull();
});

test("API-05 codes are of 32 random bytes", () => {
  const links = createSignInLinks();
  const codes = new Set(Array.from({ length: 50 }, () => links.issue("user-1")));
  expect(codes.size).toBe(50);
  for (const code of codes) expect(Buffer.from(code, "base64url")).toHaveLength(32);
});

test("API-05 a sign-in link expires", () => {
  let time = 0;
  const links = createSignInLinks(() => time);
  const early = links.issue("user-1");
  const late = links.issue("user-2");
  time = 15 * 60_000 - 1;
  expect(links.redeem(early)).toBe("user-1");
  time += 1;
  expect(links.redeem(late)).toBeNull();
});

test("API-05 links that nobody uses do not pile up", () => {
  const links = createSignInLinks();
  const codes = Array.from({ length: 101 }, () => links.issue("user-1"));
  expect(links.redeem(codes[0] ?? "")).toBeNull();
  expect(links.redeem(codes[1] ?? "")).toBe("user-1");
});
