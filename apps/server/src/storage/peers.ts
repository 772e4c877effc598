import { elsewhere, Refusal } from "@postil/domain/refusal";

/** Several servers of one database. */

/** `accounts`: who may do what has changed. `jobs`: a job was added. */
export type Topic = "accounts" | "jobs";

/** The files with a hash of the pages that servers of the same data serve, or did lately, by their names in the build. */
export type PageFiles = {
  /** Gives the others the files of this server; `bytesOf` reads those that they do not have. */
  share(names: readonly string[], bytesOf: (name: string) => Uint8Array): Promise<void>;
  /** One of these names; null: no server had any of them lately. */
  find(names: readonly string[]): Promise<{ readonly name: string; readonly bytes: Uint8Array } | null>;
};

/** The other servers of the same data, as this one knows them. */
export type Peers = {
  /** The name of this server in logs and messages. */
  readonly name: string;
  /** The number of this process among those that run. */
  readonly id: number;
  readonly page: PageFiles;
  /** True if all that others told up to a moment ago was heard. What they could tell must not be kept in memory otherwise. */
  hears(): boolean;
  /** Calls `listener` when another server has told something of this, and when it may have been missed. */
  hear(topic: Topic, listener: () => void): void;
  /** Tells the others; nobody hears it while the database cannot be reached. */
  tell(topic: Topic): void;
  /** True if this server does the work in the background, which one server does at a time. */
  hasDuty(): boolean;
  /** Calls `listener` each time that this server takes that work; at once if it has it. */
  onDuty(listener: () => void): void;
  /**
   * True if the others may have taken this server for ended since a moment (ms of `performance.now()`): it stood still, or was
   * cut off from the database.
   */
  wasAway(since: number): boolean;
  /** The numbers of all servers that run, this one too. */
  living(): Promise<readonly number[]>;
};

/** Of a server that has its data alone. */
export const ALONE: Pick<Peers, "hears" | "hear" | "tell" | "hasDuty" | "onDuty"> = {
  hears: () => true,
  hear: () => {},
  tell: () => {},
  hasDuty: () => true,
  onDuty: (listener) => listener(),
};

const TO_ONE = "send all calls of a person to one server (docs/scaling.md), or begin again.";

/** Refuses what only the server knows that began it. `what`: such as `Export with id ...`. */
export function notFoundHere(what: string, peers: Peers | undefined): Refusal {
  if (peers === undefined) return new Refusal("not_found", `${what} not found`);
  const detail = `${what} not found on the server "${peers.name}". Only the server that began it knows it: ${TO_ONE}`;
  return elsewhere("not_found", detail, { asked: peers.name, has: null });
}
