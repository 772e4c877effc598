import { parseArgs } from "node:util";
import type { Call, Open } from "../client/api-client.ts";
import type { Environment, Settings } from "../config.ts";
import { StartFailure } from "../start-failure.ts";
import type { Difference } from "../storage/derived.ts";
import type { MovedKey, MovedRow, MovedTable, TableSum } from "../storage/sql/moved-tables.ts";

/** A running server: either in this process or already started by another one. */
export type RunningServer = {
  /**
   * The configured address for users, without a slash at the end. If the command runs its own server, this is the address of a
   * server that is started later.
   */
  readonly publicAddress: string;
  /** The folder of the server's data. */
  readonly home: string;
  /** True if the server keeps running after the command. */
  readonly lasting: boolean;
  /** Calls the API with the rights of an owner, whatever the accounts say. */
  readonly call: Call;
  /** The same for calls whose reply is a stream. */
  readonly open: Open;
  /**
   * Null means that there is no owner, or that the owner is not known here. `signInLink` creates a new one-time link that
   * signs the owner in.
   */
  readonly owner: { readonly hasPassword: boolean; signInLink(): Promise<string> } | null;
  /** Stops a server of this process: no more requests, running work ends, a checkpoint, the home is released. */
  close(): Promise<void>;
};

/** The database without a server, for `postil doctor`. */
export type ExaminedStore = {
  /** The derived figures that differ from a recount. */
  check(): Promise<readonly Difference[]>;
  /** Sentences about parts of the data that exceed their limits. */
  beyondBounds(): Promise<readonly string[]>;
  rebuild(): Promise<void>;
  close(): Promise<void>;
};

/** All data of one engine, table by table, for `postil move`. */
export type MovableStore = {
  /** The next rows after a key; null: the first ones. */
  rowsAfter(table: MovedTable, key: MovedKey | null): Promise<readonly MovedRow[]>;
  lastKey(table: MovedTable): Promise<MovedKey | null>;
  put(table: MovedTable, rows: readonly MovedRow[]): Promise<void>;
  sumOf(table: MovedTable): Promise<TableSum>;
  /** The last number that the engine gave to a row of its own. */
  lastNumber(table: MovedTable): Promise<number>;
  goOnAfter(table: MovedTable, number: number): Promise<void>;
  /** Computes what is derived from the tables. */
  rebuild(): Promise<void>;
  check(): Promise<readonly Difference[]>;
};
/** The database as a cluster, for `postil distribute`. */
export type ClusterOfDatabase = {
  /** The servers that can have rows of records, and what is to be run; nothing if all of it is there. */
  plan(): Promise<{ readonly servers: number; readonly statements: readonly string[] }>;
  /** Runs what is missing, while no server uses the database. Returns the number of statements. */
  layOut(tell: (statement: string) => void): Promise<number>;
};

/** The embedded store of a home, which no server uses, and a PostgreSQL database. */
export type BothStores = {
  readonly embedded: MovableStore;
  readonly database: MovableStore;
  close(): Promise<void>;
};

export type Serving = {
  readonly log: NodeJS.WritableStream;
  /** True if the web page is served beside the API. */
  readonly page: boolean;
  /** Called once this process holds the home, before anything is created there. */
  readonly onFree?: () => void;
};

/** The environment of a command: everything it uses beyond its own arguments. */
export type Surroundings = {
  readonly env: Environment;
  /** Fails with a StartFailure whose message is for the operator. */
  readonly openServer: (settings: Settings, serving: Serving) => Promise<RunningServer>;
  /** Fails with a StartFailure, also if a server has the home open. */
  readonly openStore: (settings: Settings) => Promise<ExaminedStore>;
  /** The embedded store of the home, and the database. Fails as the others do. */
  readonly openBoth: (settings: Settings) => Promise<BothStores>;
  /** Null: the data is not in a database. */
  readonly clusterOf: (settings: Settings) => Promise<ClusterOfDatabase | null>;
  readonly print: (line: string) => void;
  readonly complain: (line: string, level?: "warn" | "error") => void;
  /** Asks a yes/no question, true means yes; null means that there is nobody to ask. */
  readonly ask: ((question: string) => Promise<boolean>) | null;
  /** Asks for a secret, which is not shown while it is typed; null means that there is nobody to ask. */
  readonly askSecret: ((question: string) => Promise<string>) | null;
  readonly readByPerson: boolean;
};

/** Returns the exit code of the process. */
export type Command = (args: readonly string[], around: Surroundings) => Promise<number>;

/** A command that another one chooses by its first word. Its mistakes are printed with the usage of that one. */
export type SubCommand = (args: readonly string[], around: Surroundings, usage: string) => Promise<number>;

export function subCommands(usage: string, commands: { readonly [word: string]: SubCommand }): Command {
  return async ([word = "", ...args], around) => {
    const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
    if (!command) throw new StartFailure(usage);
    return command(args, around, usage);
  };
}

type WordIn<Text extends string, Found = never> = Text extends `${infer Word} ${infer Rest}`
  ? WordIn<Rest, Found | Word>
  : Found | Text;
type Options<Text extends string> = {
  [Word in WordIn<Text> as Word extends `${infer Name}=${string}` ? Name : Word]: Word extends `${string}=*`
    ? { type: "string"; multiple: true }
    : { type: Word extends `${string}=` ? "string" : "boolean" };
};

/** The options of a command: `force` is given or not, `out=` takes a text, `kind=*` takes another one each time it is given. */
export const optionsOf = <const Text extends string>(text: Text): Options<Text> =>
  Object.fromEntries(
    text.split(" ").map((word) => {
      const [name, more] = word.split("=");
      return [name, more === undefined ? { type: "boolean" } : { type: "string", multiple: more === "*" }];
    }),
  ) as Options<Text>; // read as its type reads it

/**
 * The options, as {@link optionsOf} describes them, and one word for each of `names`. A mistake ends the command with its
 * message and the usage below it.
 */
export function readArguments<const Text extends string, const N extends readonly string[]>(
  args: readonly string[],
  text: Text,
  names: N,
  usage: string,
) {
  const options = optionsOf(text);
  const parse = () => parseArgs({ args: [...args], options, allowPositionals: true, strict: true, tokens: true });
  let read: ReturnType<typeof parse>;
  try {
    read = parse();
  } catch (error) {
    throw new StartFailure(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
  return { values: read.values, tokens: read.tokens, words: wordsOf(read.positionals, names, usage) };
}

export type Words<N extends readonly string[]> = { readonly [K in keyof N]: string };

/** Checks that there is exactly one word for each of `names`. */
export function wordsOf<const N extends readonly string[]>(
  given: readonly string[],
  names: N,
  usage: string,
): Words<N> {
  if (given.length === names.length) return given as Words<N>; // one for each name
  const [more] = given.slice(names.length);
  const expected = names.length === 0 ? "no names" : names.join(" ");
  const tooMuch = more === undefined ? "" : `; "${more}" is one too many`;
  throw new StartFailure(`Expected ${expected} here${tooMuch}.\n\n${usage}`);
}

/** `word`, if it is one of `words`. Otherwise the command ends with `wrong`, which they follow. */
export function oneOf<Word extends string>(words: readonly Word[], word: string, wrong: string): Word {
  const found = words.find((one) => one === word);
  if (found !== undefined) return found;
  throw new StartFailure(`${wrong} ${words.join(", ")}.`);
}

/** Characters that move the cursor, colour the screen or change the text direction. Names of users may have them. */
const UNPRINTED = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const printed = (cell: string): string =>
  cell.replace(UNPRINTED, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** Rows as lines with aligned columns. Control characters in cells are escaped. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map(printed));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
