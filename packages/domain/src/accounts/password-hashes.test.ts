import fc from "fast-check";
import { expect, test } from "vitest";
import { BCRYPT_COST, BCRYPT_HASH, bcryptCost, bcryptMistake } from "./passwords.ts";

const REST = "xEC94MHpOTtuncLLhU4w8.HoPUaAo4d7i06k01UY.Biooqb/w7Ypm";

test.each(["$2a$", "$2b$", "$2y$"])("AUT-14 a hash of bcrypt that begins with %s is taken, with its cost", (kind) => {
  expect(bcryptMistake(`${kind}05$${REST}`)).toBeNull();
  expect(bcryptCost(`${kind}12$${REST}`)).toBe(12);
});

test.each([
  ["", "begins with $2a$, $2b$ or $2y$, not as this text does"],
  ["my own password", "not as this text does"],
  [`$2x$05$${REST}`, "not with $2x$"],
  ["$argon2id$v=19$m=19456,t=2,p=1$abc", "not with $argon2id$"],
  ["$apr1$abc$def", "not with $apr1$"],
  [`$2b$05$${REST.slice(1)}`, "has 60 characters, found 59"],
  [`$2b$05$${REST}\n`, "has 60 characters, found 61"],
  [`$2b$05$${REST.slice(1)}!`, "53 of ./A-Za-z0-9"],
  [`$2b$+5$${REST}`, "two digits"],
  [`$2b$03$${REST}`, "between 4 and 14, found 3"],
  [`$2b$15$${REST}`, "between 4 and 14, found 15"],
  [`$2b$31$${REST}`, "found 31"],
])("AUT-14 what is wrong with %j is named", (text, mistake) => expect(bcryptMistake(text)).toContain(mistake));

test("AUT-14 nothing is said of a text that may be a password, and what is taken has a cost within the bounds", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 20, unit: "binary" }), (text) => {
      expect(bcryptMistake(text)).not.toContain(text);
    }),
  );
  fc.assert(
    fc.property(fc.nat(99), (cost) => {
      const { min, max } = BCRYPT_COST;
      const hash = `$2b$${String(cost).padStart(2, "0")}$${REST}`;
      expect(bcryptMistake(hash) === null).toBe(cost >= min && cost <= max);
      expect(BCRYPT_HASH.test(hash)).toBe(cost >= min && cost <= max);
    }),
  );
});
