import type { User } from "@postil/domain/accounts/users";
import { SignJWT, UnsecuredJWT } from "jose";
import { expect, test } from "vitest";
import { createTokens } from "./tokens.ts";

const SECRET = new TextEncoder().encode("a secret that is long enough to sign");
const ann: User = {
  id: "01a1fc33-6afa-74cf-9266-bb9592b917a9",
  firstName: "Ann",
  lastName: null,
  username: "ann",
  role: "annotator",
  apiKey: "key",
  insertedAt: 0,
  updatedAt: 0,
};
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const signed = (claims: { [name: string]: unknown }, secret = SECRET, alg = "HS256") =>
  new SignJWT(claims).setProtectedHeader({ alg }).sign(secret);

test("AUT-14 a token names the user id and is taken back as often as it is shown", async () => {
  const tokens = createTokens(SECRET, 60);
  const token = await tokens.issue(ann);
  expect(await tokens.verify(token)).toBe(ann.id);
  expect(await tokens.verify(token)).toBe(ann.id);
});

test("AUT-14 forged tokens are refused: another secret, another algorithm, none at all, a changed claim", async () => {
  const tokens = createTokens(SECRET, 60);
  const other = new TextEncoder().encode("another secret that is long enough too");
  const claims = { identity: ann.id, exp: inAnHour() };
  const [header, , signature] = (await tokens.issue(ann)).split(".");
  const owner = Buffer.from(JSON.stringify({ ...claims, role: "owner" })).toString("base64url");
  const forged = [
    await signed(claims, other),
    await signed(claims, SECRET, "HS512"),
    new UnsecuredJWT(claims).encode(),
    `${header}.${owner}.${signature}`,
    "not.a.token",
    "",
    "..",
  ];
  for (const token of forged) expect(await tokens.verify(token), token).toBeNull();
});

test("AUT-14 a token without an end, without a user, or past its end is refused", async () => {
  const tokens = createTokens(SECRET, 60);
  expect(await tokens.verify(await signed({ identity: ann.id }))).toBeNull();
  expect(await tokens.verify(await signed({ exp: inAnHour() }))).toBeNull();
  expect(await tokens.verify(await signed({ identity: ann.id, exp: inAnHour() - 3601 }))).toBeNull();
});

test("AUT-14 a token that was good is refused after its end, though it is remembered", async () => {
  const tokens = createTokens(SECRET, 1);
  const token = await tokens.issue(ann);
  expect(await tokens.verify(token)).toBe(ann.id);
  await expect.poll(() => tokens.verify(token), { timeout: 5000, interval: 50 }).toBeNull();
});
