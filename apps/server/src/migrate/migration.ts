import type { Call } from "../client/api-client.ts";
import type { NoteFile, Pass } from "./note.ts";
import type { Tally } from "./tally.ts";
import type { There } from "./there.ts";

/** What all steps of a migration have at hand. */

type Options = {
  /** People of the other server by name, and who they are here. */
  readonly as: ReadonlyMap<string, string>;
  /** True: people of the same name are the same people. */
  readonly sameNames: boolean;
  /** True: what earlier runs have brought is forgotten. */
  readonly again: boolean;
};

type Here = { readonly call: Call; readonly home: string; readonly publicAddress: string };

export type Migration = {
  readonly there: There;
  readonly here: Here;
  readonly options: Options;
  readonly note: NoteFile;
  readonly givenUp: () => boolean;
  /** Prints rows as a table. */
  readonly print: (rows: readonly (readonly string[])[]) => void;
  /** Notes what cannot be brought, once for each reason. */
  readonly leave: (what: string, reason: string) => void;
  readonly progress: (name: string, done: number, total: number) => void;
};

/** What differs from the other server and stays: changed or deleted here, changed on both, not there any more. */
export type Stayed = {
  readonly kept: number;
  readonly gone: number;
  readonly conflicts: number;
  /** Some of what changed on both servers. */
  readonly named: readonly string[];
  readonly absentRecords: number;
  readonly absent: number;
};

/** One dataset after its records were brought. */
export type Ended = { readonly pass: Pass; readonly here: Tally; readonly stayed: Stayed };
