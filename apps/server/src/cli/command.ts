import type { Call } from "../client/api-client.ts";
import type { Open } from "../client/open-stream.ts";
import type { Environment, Settings } from "../config.ts";
import type { Difference } from "../storage/recount.ts";

/** A server that answers: one of this process, or one that was there already. */
export type RunningServer = {
  /** Where people find it, without a slash at the end, as far as that is configured; of one of a command's own, the server that is started later. */
  readonly publicAddress: string;
  /** The folder of its data. */
  readonly home: string;
  /** It goes on when the command has ended. */
  readonly lasting: boolean;
  /** Calls of the API with an owner's rights, whatever the accounts say. */
  readonly call: Call;
  /** The same for calls whose answer comes part by part. */
  readonly open: Open;
  /** Null: no owner is left, or it is not known here. `signInLink` gives a fresh one-time link that signs them in. */
  readonly owner: { readonly hasPassword: boolean; signInLink(): string } | null;
  /** Ends one of this process: stops accepting, waits for what runs, checkpoints, lets go of the home. */
  close(): Promise<void>;
};

/** The store without a server, for the doctor. */
export type ExaminedStore = {
  /** Where derived figures differ from a recount. */
  check(): Promise<readonly Difference[]>;
  /** Sentences about what holds more than it may. */
  beyondBounds(): Promise<readonly string[]>;
  rebuild(): Promise<void>;
  close(): Promise<void>;
};

export type Serving = {
  readonly log: NodeJS.WritableStream;
  /** Whether the page is served beside the API. */
  readonly page: boolean;
  /** Called once the home is this process's, before anything is made there. */
  readonly onFree?: () => void;
};

/** What the commands are given: everything they reach beyond their own arguments. */
export type Surroundings = {
  readonly env: Environment;
  /** Fails with a StartFailure in words for the operator. */
  readonly openServer: (settings: Settings, serving: Serving) => Promise<RunningServer>;
  /** Fails with a StartFailure, also while a server has the home open. */
  readonly openStore: (settings: Settings) => Promise<ExaminedStore>;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  /** Whether a person says yes; null: there is none to be asked. */
  readonly ask: ((question: string) => Promise<boolean>) | null;
  /** What is printed goes to a terminal. */
  readonly readByPerson: boolean;
};

/** The exit code of the process. */
export type Command = (args: readonly string[], around: Surroundings) => Promise<number>;
