import { numberInterval } from "./number-interval.ts";
import { SyntaxFault } from "./query-fault.ts";

/**
 * Most characters of an expression, most repetitions (those of nested repetitions are multiplied), most nested groups,
 * and the length of a short group.
 */
export const LONGEST_EXPRESSION = 1000;
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
