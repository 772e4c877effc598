import { SyntaxFault } from "./syntax.ts";

/**
 * Most characters of an expression, most repetitions (those of nested repetitions are multiplied), most nested groups,
 * and the length of a short group.
 */
const LONGEST_EXPRESSION = 1000;
const MOST_REPEATED = 1000;
const MOST_GROUPS = 100;
const SHORT = 20;

/** A part that can be repeated: where its output begins, and how often a part within it is repeated. */
type Atom = { readonly start: number; readonly repeated: number };

const CLASSES = new Set("dDsSwW");
const REPEAT = /\{(\d+)(?:(,)(\d*))?\}/y;

/**
 * Translates a regular expression of Lucene into the syntax of RE2, which takes time in proportion to the tested text.
 * Throws for invalid expressions and for operators that RE2 does not have. `at`: its position in the query text.
 */
export function toRe2(source: string, at: number): string {
  if (source.length > LONGEST_EXPRESSION) {
    const [long, most] = [source.length, LONGEST_EXPRESSION].map((count) => count.toLocaleString("en"));
    throw new SyntaxFault(at, `The regular expression has ${long} characters; at most ${most} are allowed.`);
  }
  return new Translation(source, at).whole();
}

class Translation {
  readonly #source: string;
  readonly #offset: number;
  #at = 0;
  readonly #written: string[] = [];

  constructor(source: string, offset: number) {
    this.#source = source;
    this.#offset = offset;
  }

  whole(): string {
    if (this.#source === "") return "";
    this.#alternatives(0);
    if (this.#at < this.#source.length) throw this.#fault("Nothing is open that ) could close.");
    return this.#written.join("");
  }

  #fault(detail: string): SyntaxFault {
    return new SyntaxFault(this.#offset + this.#at, detail);
  }

  #take(mark: string): boolean {
    if (this.#source.charAt(this.#at) !== mark) return false;
    this.#at++;
    return true;
  }

  #character(): string {
    const code = this.#source.codePointAt(this.#at);
    if (code === undefined) throw this.#fault("The regular expression is unfinished.");
    const character = String.fromCodePoint(code);
    this.#at += character.length;
    return character;
  }

  /** Returns how often a part within it is repeated. */
  #alternatives(depth: number): number {
    let repeated = this.#sequence(depth);
    while (this.#take("|")) {
      this.#written.push("|");
      repeated = Math.max(repeated, this.#sequence(depth));
    }
    return repeated;
  }

  #sequence(depth: number): number {
    let repeated = 1;
    do {
      repeated = Math.max(repeated, this.#repetition(depth));
    } while (this.#at < this.#source.length && !/[|)]/.test(this.#source.charAt(this.#at)));
    return repeated;
  }

  #repetition(depth: number): number {
    let atom = this.#atom(depth);
    for (let times = this.#times(); times !== null; times = this.#times()) {
      const repeated = atom.repeated * times.most;
      if (repeated > MOST_REPEATED) throw this.#fault(`Something is repeated more than ${MOST_REPEATED} times.`);
      this.#written.splice(atom.start, 0, "(?:");
      this.#written.push(")", times.written);
      atom = { start: atom.start, repeated };
    }
    return atom.repeated;
  }

  #times(): { readonly written: string; readonly most: number } | null {
    for (const mark of "?*+") if (this.#take(mark)) return { written: mark, most: 1 };
    if (this.#source.charAt(this.#at) !== "{") return null;
    REPEAT.lastIndex = this.#at;
    const match = REPEAT.exec(this.#source);
    if (!match) throw this.#fault("A number of times must follow the {, as in {2} or {2,5}.");
    const [written, least, comma, given] = match;
    const most = Number(given || least);
    if (most < Number(least)) throw this.#fault(`${written} asks for no number of times.`);
    this.#at += written.length;
    return { written: comma && !given ? `{${Number(least)},}` : `{${Number(least)},${most}}`, most: Math.max(1, most) };
  }

  #atom(depth: number): Atom {
    const start = this.#written.length;
    if (this.#take("(")) return { start, repeated: this.#group(depth + 1) };
    if (this.#take("<")) return { start, repeated: this.#interval() };
    if (this.#take("[")) this.#written.push(this.#characterClass());
    else if (this.#take('"')) this.#written.push(this.#quoted());
    else if (this.#take(".")) this.#written.push(".");
    else if (this.#take("@")) this.#written.push("(?:.*)");
    else if (this.#take("#")) this.#written.push("[^\\x00-\\x{10FFFF}]");
    else this.#written.push(this.#plain());
    return { start, repeated: 1 };
  }

  #group(depth: number): number {
    if (depth > MOST_GROUPS) throw this.#fault(`Groups stand within each other more than ${MOST_GROUPS} deep.`);
    this.#written.push("(?:");
    const repeated = this.#source.charAt(this.#at) === ")" ? 1 : this.#alternatives(depth);
    if (!this.#take(")")) throw this.#fault("The ( of the regular expression is not closed.");
    this.#written.push(")");
    return repeated;
  }

  /** The written-out alternatives count as repetitions: one for each `SHORT` characters. */
  #interval(): number {
    const end = this.#source.indexOf(">", this.#at);
    const interval = end < 0 ? null : numberInterval(this.#source.slice(this.#at, end));
    if (interval === null) {
      throw this.#fault(
        "Two numbers must follow the <, as in <1-50>, of 2147483647 at most; write \\< for the character.",
      );
    }
    this.#at = end + 1;
    this.#written.push(interval);
    return Math.ceil(interval.length / SHORT);
  }

  #quoted(): string {
    const end = this.#source.indexOf('"', this.#at);
    if (end < 0) throw this.#fault('The " of the regular expression is not closed.');
    const text = this.#source.slice(this.#at, end);
    this.#at = end + 1;
    return `(?:${[...text].map(literal).join("")})`;
  }

  #plain(): string {
    const character = this.#character();
    if (character === "~" || character === "&") {
      throw this.#fault(
        `The operator ${character} of regular expressions is not there; write \\${character} for the character.`,
      );
    }
    return character === "\\" ? this.#escaped() : literal(character);
  }

  #escaped(): string {
    const character = this.#character();
    return CLASSES.has(character) ? `\\${character}` : literal(character);
  }

  #characterClass(): string {
    const members: string[] = [this.#take("^") ? "[^" : "["];
    do members.push(this.#member());
    while (!this.#take("]"));
    return `${members.join("")}]`;
  }

  /** One character, a class of characters, or a range of them. */
  #member(): string {
    const low = this.#classCharacter();
    const rest = this.#source.slice(this.#at, this.#at + 2);
    if (typeof low === "string" || !rest.startsWith("-") || rest === "-]") return written(low);
    this.#at++;
    const high = this.#classCharacter();
    if (typeof high === "string" || high < low) throw this.#fault("The - stands between no characters in order.");
    return `${written(low)}-${written(high)}`;
  }

  /** The code point of a character, or a class as RE2 writes it. */
  #classCharacter(): number | string {
    const character = this.#character();
    if (character !== "\\") return numberOf(character);
    const escaped = this.#character();
    return CLASSES.has(escaped) ? `\\${escaped}` : numberOf(escaped);
  }
}

const numberOf = (character: string): number => character.codePointAt(0) ?? 0;
const written = (member: number | string): string =>
  typeof member === "string" ? member : `\\x{${member.toString(16)}}`;

/** Writes a character by its number, so that it is never an operator. */
const literal = (character: string): string => written(numberOf(character));

/**
 * An interval of whole numbers as an alternative of digits, for regular expressions without intervals. If both ends
 * have the same number of digits, all matches have it too; else any number of zeros may come first. Null: the text is
 * no interval. The largest number is that of Lucene.
 */
export function numberInterval(text: string): string | null {
  const [, one = "", other = ""] = /^(\d+)-(\d+)$/.exec(text) ?? [];
  if (one === "" || [one, other].some((digits) => digits.length > MOST_DIGITS || Number(digits) > LARGEST)) return null;
  const [low, high] = Number(one) <= Number(other) ? [one, other] : [other, one];
  if (one.length === other.length) return `(?:${between(low, high)})`;
  return `(?:0*(?:${eachLength(String(Number(low)), String(Number(high))).join("|")}))`;
}

const LARGEST = 2 ** 31 - 1;
/** Most digits of an end: zeros may precede the largest number. */
const MOST_DIGITS = 20;

/** Alternatives for numbers without leading zeros, one per number of digits. */
function eachLength(low: string, high: string): string[] {
  return Array.from({ length: high.length - low.length + 1 }, (_, more) => {
    const digits = low.length + more;
    const least = more === 0 ? low : `1${"0".repeat(digits - 1)}`;
    return between(least, digits === high.length ? high : "9".repeat(digits));
  });
}

/** Alternatives for the numbers between two ends with the same number of digits. */
function between(low: string, high: string): string {
  const [first = "", last = ""] = [low.charAt(0), high.charAt(0)];
  const rest = low.length - 1;
  if (rest < 0) return "";
  if (first === last) return first + grouped(between(low.slice(1), high.slice(1)));
  if (/^0*$/.test(low.slice(1)) && /^9*$/.test(high.slice(1))) return `[${first}-${last}]${anyDigits(rest)}`;
  const parts = [first + grouped(between(low.slice(1), "9".repeat(rest)))];
  const [next, previous] = [Number(first) + 1, Number(last) - 1];
  if (next <= previous) parts.push(`[${next}-${previous}]${anyDigits(rest)}`);
  parts.push(last + grouped(between("0".repeat(rest), high.slice(1))));
  return parts.join("|");
}

const grouped = (part: string): string => (part.includes("|") ? `(?:${part})` : part);
const anyDigits = (count: number): string => (count === 0 ? "" : `[0-9]{${count}}`);
