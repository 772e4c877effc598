import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./credentials.ts";

test("AUT-14 passwords are kept as salted slow hashes", async () => {
  const [one, other] = await Promise.all([hashPassword("the same one"), hashPassword("the same one")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(other).not.toBe(one);
  expect(await verifyPassword(one, "the same one")).toBe(true);
  expect(await verifyPassword(one, "The same one")).toBe(false);
});

test("AUT-14 nobody's password is never right, and takes as long to refuse as somebody's", async () => {
  const hash = await hashPassword("a password");
  const fastest = async (check: () => Promise<boolean>) => {
    const times = [];
    for (let i = 0; i < 5; i++) {
      const start = performance.now();
      expect(await check()).toBe(false);
      times.push(performance.now() - start);
    }
    return Math.min(...times);
  };
  await verifyPassword(null, "warm");
  const somebody = await fastest(() => verifyPassword(hash, "another password"));
  const nobody = await fastest(() => verifyPassword(null, "another password"));
  expect(nobody).toBeGreaterThan(somebody / 3);
  expect(await verifyPassword(null, "nobody has this password")).toBe(false);
});
