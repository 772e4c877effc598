import { hash, randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash as hashSlowly, verify } from "@node-rs/argon2";
import { KEY_PREFIX } from "@postil/domain/accounts/api-keys";
import { bcryptCost } from "@postil/domain/accounts/passwords";

/** The thread pool has four threads, which also read files. */
const MOST_OF_POOL = 3;

/**
 * Limits work that keeps a core busy, such as a slow hash: at most `most` run at once, and the others wait in order of
 * arrival. So a hundred people who sign in at once delay each other, and not the people who are working.
 */
export function createHashTurns(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < most) running++;
    // Work that ends passes its place on.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** Hashes from other servers take ten times as long. In their own queue they do not delay people with a newer hash. */
const inBroughtTurn = createHashTurns(1);

/** One core stays free for people who are signed in. */
const inHashTurn = createHashTurns(Math.min(MOST_OF_POOL, Math.max(1, availableParallelism() - 1)));

/** AUT-14: argon2id with 19 MiB and two passes. It takes about 20 ms on a thread of the pool, never on the event loop. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A salted slow hash of a password. */
export const hashPassword = (password: string): Promise<string> => inHashTurn(() => hashSlowly(password, COST));

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

/** A new API key: url-safe text from 80 random bytes, 107 characters (contract api-v1 1.1). */
export const newApiKey = (): string => randomBytes(80).toString("base64url");

/** A new named key: 32 random bytes, which cannot be guessed. */
export const newNamedKey = (): string => `${KEY_PREFIX}${randomBytes(32).toString("base64url")}`;

/**
 * The stored hash of a named key. With so much randomness a fast hash is safe, and every request computes it. The hash does
 * not include the secret of the home, because keys stay valid when that secret changes.
 */
export const namedKeyHash = (key: string): Uint8Array => hash("sha256", `postil api key ${key}`, "buffer");
