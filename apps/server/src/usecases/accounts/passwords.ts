import { hash, verify } from "@node-rs/argon2";
import { bcryptCost } from "@postil/domain/accounts/password-hashes";
import { inBroughtTurn, inHashTurn } from "./hash-turns.ts";

/** AUT-14: argon2id with 19 MiB and two passes. It takes about 20 ms on a thread of the pool, never on the event loop. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A salted slow hash of a password. */
export const hashPassword = (password: string): Promise<string> => inHashTurn(() => hash(password, COST));

/** Stands in place of a hash if the user has not chosen a password yet. No password matches it. */
export const NO_PASSWORD = "";

/** True for a password hash from another server. The first sign-in replaces it with a hash of Postil. */
export const isBroughtHash = (passwordHash: string): boolean => bcryptCost(passwordHash) !== null;

/** The cost of a bcrypt hash, or "own" for a hash of Postil. */
type Kind = number | "own";

/**
 * True if the password matches the hash. A wrong password, or null for an unknown user, takes the time of all kinds of hash
 * in use here (`broughtCosts`: those of bcrypt). So the time does not tell which names exist, or who has signed in here
 * before.
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
