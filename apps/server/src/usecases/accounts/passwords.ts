import { hash, verify } from "@node-rs/argon2";

/** AUT-14: argon2id with 19 MiB and two passes, some 20 ms on a thread of the pool, never on the event loop. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A salted slow hash of a password. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

let nobody: Promise<string> | undefined;

/**
 * Whether this is the password behind the hash. Null, for a user that does not exist, takes as long as a wrong password,
 * so that the time does not tell which names exist.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword("nobody has this password");
  const matches = await verify(passwordHash ?? (await nobody), password);
  return passwordHash !== null && matches;
}
