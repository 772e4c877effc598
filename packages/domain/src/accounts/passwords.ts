import { PASSWORD } from "../datasets/names.ts";
import { characters } from "../text/characters.ts";

/** True if a text has an allowed length for a password, in characters as the server counts them. */
export function isPassword(text: string): boolean {
  const length = characters(text);
  return length >= PASSWORD.min && length <= PASSWORD.max;
}

/** Password hashes imported from another server that used bcrypt. */

/** Each step doubles the time of a sign-in: 4 is bcrypt's minimum, 14 takes about a second. */
export const BCRYPT_COST = { min: 4, max: 14 } as const;

const LENGTH = 60;
const KINDS = "$2a$, $2b$ or $2y$";
const BEGINNING = /^\$2[aby]\$/;
const WHOLE = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;

/** The checks of {@link bcryptMistake} as one pattern, for the description of the API. */
export const BCRYPT_HASH = /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;

/** The cost of a bcrypt hash; null if the text is none. */
export function bcryptCost(hash: string): number | null {
  const [, cost] = WHOLE.exec(hash) ?? [];
  return cost === undefined ? null : Number(cost);
}

/** Why a text is no bcrypt hash, or null. It may be a secret, so the reason does not repeat it. */
export function bcryptMistake(text: string): string | null {
  const kind = /^\$[a-z0-9-]{1,12}\$/.exec(text)?.[0];
  if (!BEGINNING.test(text))
    return `a password hash of bcrypt begins with ${KINDS}, ${kind === undefined ? "not as this text does" : `not with ${kind}`}`;
  const { length } = text;
  if (length !== LENGTH) return `a password hash of bcrypt has ${LENGTH} characters, found ${length}`;
  const cost = bcryptCost(text);
  if (cost === null) return "a password hash of bcrypt is two digits, a $, and 53 of ./A-Za-z0-9 behind its beginning";
  const { min, max } = BCRYPT_COST;
  return cost < min || cost > max ? `the cost of a password hash lies between ${min} and ${max}, found ${cost}` : null;
}
