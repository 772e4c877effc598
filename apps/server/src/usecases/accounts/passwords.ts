import { hash, verify } from "@node-rs/argon2";
import { bcryptCost } from "@postil/domain/accounts/password-hashes";
import { inBroughtTurn, inHashTurn } from "./hash-turns.ts";

/** AUT-14: argon2id with 19 MiB and two passes, some 20 ms on a thread of the pool, never on the event loop. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A salted slow hash of a password. */
export const hashPassword = (password: string): Promise<string> => inHashTurn(() => hash(password, COST));

/** In place of a hash: of somebody who has not chosen a password yet, and no password is right. */
export const NO_PASSWORD = "";

/** Of a password that its person brought from another server: it gives way to one of ours at their first sign-in. */
export const isBroughtHash = (passwordHash: string): boolean => bcryptCost(passwordHash) !== null;

/** A cost of bcrypt's, or our own kind of hash. */
type Kind = number | "own";

/**
 * Whether this is the password behind the hash. A wrong one, and null for a user that does not exist, take the time of every
 * kind of hash that anybody here has (`broughtCosts`, of bcrypt's): it does not tell which names exist, nor who signed in here already.
 */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
  broughtCosts: readonly number[] = [],
): Promise<boolean> {
  const known = passwordHash === NO_PASSWORD ? null : passwordHash;
  const kind = known === null ? null : kindOf(known);
  if (known !== null && kind !== null && (await isBehind(known, kind, password))) return true;
  for (const other of ["own", ...broughtCosts] satisfies Kind[])
    if (other !== kind) await isBehind(await hashOfNobody(other), other, password);
  return false;
}

const kindOf = (passwordHash: string): Kind => bcryptCost(passwordHash) ?? "own";

async function isBehind(passwordHash: string, kind: Kind, password: string): Promise<boolean> {
  if (kind === "own") return inHashTurn(() => verify(passwordHash, password));
  const bcrypt = await import("@node-rs/bcrypt");
  return inBroughtTurn(() => bcrypt.verify(password, passwordHash));
}

let nobody: Promise<string> | undefined;

function hashOfNobody(kind: Kind): Promise<string> | string {
  if (kind !== "own") return `$2b$${String(kind).padStart(2, "0")}$${".".repeat(53)}`;
  nobody ??= hashPassword("nobody has this password");
  return nobody;
}
