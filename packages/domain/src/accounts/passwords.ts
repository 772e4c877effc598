import { PASSWORD } from "../datasets/names.ts";
import { characters } from "../text/characters.ts";

/** Rules of new passwords, and password hashes imported from another server that used bcrypt. */

/** The rules of this server. `accepted` false: people sign in by a provider only. `min`: fewest characters. */
export type PasswordRules = { readonly accepted: boolean; readonly min: number };

export const USUAL_PASSWORD_RULES: PasswordRules = { accepted: true, min: PASSWORD.min };
/** The setting may ask for more characters, and not for fewer. */
export const PASSWORD_MIN = { least: PASSWORD.min, most: 64 } as const;

export type PasswordMistake = "short" | "long" | "common" | "name";

/**
 * What is wrong with a new password, or null (COM-14). `names`: those of the person. Common passwords and names are refused
 * also with digits and signs around them, and with 0, 1, 3, 4, 5, 7, @, $ and ! in place of letters.
 */
export function passwordMistake(password: string, min: number, names: readonly string[]): PasswordMistake | null {
  const length = characters(password);
  if (length < min) return "short";
  if (length > PASSWORD.max) return "long";
  const text = password.toLowerCase();
  if (isPattern(text)) return "common";
  const words = new Set([wordIn(text), wordIn(withLetters(text))]);
  if ([...words].some((word) => COMMON.has(word) || (word.length > 3 && KEY_ROWS.some((row) => row.includes(word)))))
    return "common";
  const own = [...names, names.slice(1).join("")].map((name) => wordIn(name.toLowerCase()));
  return own.some((name) => name !== "" && words.has(name)) ? "name" : null;
}

/** The server's sentence about a mistake. */
export const PASSWORD_MISTAKES: { readonly [M in PasswordMistake]: (min: number) => string } = {
  short: (min) => `A password needs at least ${min} characters here`,
  long: () => `A password has at most ${PASSWORD.max} characters`,
  common: () => "This password is one of the most common ones; choose another",
  name: () => "This password is the person's own name; choose another",
};

export const NO_PASSWORDS = "People sign in here by their provider only; no password is accepted";

/** A text without the digits, signs and spaces around and between its letters. */
const wordIn = (text: string): string => text.replace(/[^\p{L}]+/gu, "");

const LETTERS: { readonly [sign: string]: string } = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};
/** Digits and signs at the end are no letters: `password1!`. */
const withLetters = (text: string): string =>
  text.replace(/[^\p{L}]+$/u, "").replace(/[013457@$!]/g, (sign) => LETTERS[sign] ?? sign);

/** True for one to four characters that repeat, and for characters in their order: `abcabcabc`, `87654321`. */
function isPattern(text: string): boolean {
  if (/^(.{1,4}?)\1+.{0,3}$/su.test(text)) return true;
  const codes = [...text].map((one) => one.codePointAt(0) ?? 0);
  return [1, -1].some((step) =>
    codes.every(
      (code, at) => at === 0 || code - (codes[at - 1] ?? 0) === step || (code === 48 && codes[at - 1] === 57),
    ),
  );
}

const KEY_ROWS = [
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
  "azertyuiopqsdfghjklmwxcvbn",
  "qazwsxedcrfvtgbyhnujm",
];

/** Words of the lists of passwords that leak most often, without their digits. */
const COMMON: ReadonlySet<string> = new Set(
  `password passwd passwort passwords mypassword thepassword passpass pass motdepasse contrasena senha parola haslo salasana
welcome welcometo letmein letmeinnow login signin access secret topsecret mysecret changeme changeit changemenow default
temp temporary temppass test testing tester testtest testpassword testuser admin administrator adminadmin root rootroot
toor user username guest demo example sample hello helloworld hellohello iloveyou iloveu ilovegod loveyou lovely lovelove
sunshine princess superman superstar batman spiderman dragon monkey football baseball basketball soccer hockey liverpool
arsenal chelsea barcelona realmadrid juventus manchester pokemon starwars trustno trustnoone master mustang shadow michael
jordan jessica jennifer ashley daniel charlie thomas robert nicole michelle samantha andrew hunter killer computer internet
whatever freedom forever nothing blink flower butterfly chocolate cookie cheese banana orange summer winter spring autumn
january february march april june july august september october november december monday tuesday wednesday thursday friday
saturday sunday google facebook yahoo linkedin microsoft windows samsung iphone apple company corporate office server
database system oracle postgres mysql elastic changethis argilla argillaadmin postil owner postilowner annotator labeling
abc abcd abcdef abcabc asdf asd qwe qweasd qweasdzxc zaq zaqxsw qaz qwerty azerty qwertz asdfasdf`.split(/\s+/),
);

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
