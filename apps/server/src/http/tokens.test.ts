import type { User } from "@postil/domain/accounts/users";
import { SignJWT, UnsecuredJWT } from "jose";
import { expect, test } from "vitest";
import { createTokens } from "./tokens.ts";

const SECRET = new TextEncoder().encode("a secret that is long enough to sign");
const LIFETIMES = { token: 60, renewed: 60 };
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
const SESSION = "01a1fc33-6afa-74cf-9266-bb9592b917b0";
const ITS = { userId: ann.id, session: SESSION, number: 3 };
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const issued = (seconds = 60) => ({ session: SESSION, number: 3, expiresAt: (Date.now() + seconds * 1000) * 1000 });
const CLAIMS = { identity: ann.id, session: SESSION, number: 3 };
const signed = (claims: { [name: string]: unknown }, secret = SECRET, alg = "HS256") =>
  new SignJWT(claims).setProtectedHeader({ alg }).sign(secret);

test("AUT-14 a token names the user id and the session, and is taken back as often as it is shown", async () => {
  const tokens = createTokens(SECRET, LIFETIMES);
  const token = await tokens.issue(ann, issued());
  expect(await tokens.verify(token)).toEqual(ITS);
  expect(await tokens.verify(token)).toEqual(ITS);
});

test("AUT-14 forged tokens are refused: another secret, another algorithm, none at all, a changed claim", async () => {
  const tokens = createTokens(SECRET, LIFETIMES);
  const other = new TextEncoder().encode("another secret that is long enough too");
  const claims = { ...CLAIMS, exp: inAnHour() };
  const [header, , signature] = (await tokens.issue(ann, issued())).split(".");
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
  for (const token of forged) {
    expect(await tokens.verify(token), token).toBeNull();
    expect(await tokens.verifyPast(token), token).toBeNull();
  }
});

test("AUT-14 a token without an end, without a user or a session, or past its end is refused", async () => {
  const tokens = createTokens(SECRET, LIFETIMES);
  const { identity, session, number } = CLAIMS;
  const exp = inAnHour();
  for (const claims of [CLAIMS, { exp }, { identity, exp }, { identity, session, exp }, { session, number, exp }])
    expect(await tokens.verify(await signed(claims)), JSON.stringify(claims)).toBeNull();
  const past = await signed({ ...CLAIMS, exp: inAnHour() - 3601 });
  expect(await tokens.verify(past)).toBe("expired");
  expect(await tokens.verifyPast(past)).toEqual(ITS);
});

test("AUT-14 a token that was good is refused after its end, though it is remembered", async () => {
  const tokens = createTokens(SECRET, LIFETIMES);
  const token = await tokens.issue(ann, issued(1.5));
  expect(await tokens.verify(token)).toEqual(ITS);
  await expect.poll(() => tokens.verify(token), { timeout: 5000, interval: 50 }).toBe("expired");
});
