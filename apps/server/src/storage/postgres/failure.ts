import { DatabaseError } from "pg";
import { DISK_FULL, Ended, Interrupted, StorageFailure } from "../failure.ts";

/** Errors of a PostgreSQL server and of the way to it, in words. No sentence has a password in it. */

/** Why a database cannot be used, in words for an operator. */
export class DatabaseUnusable extends StorageFailure {}

/** Where the server is. A password is no part of it, so that no sentence can show one. */
export type Place = {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
};

/** The oldest server whose SQL this code speaks. */
export const OLDEST = 15;

type Meaning = {
  readonly reason: (place: Place) => string;
  /** It may be over when somebody tries again. */
  readonly passing: boolean;
};
type Meanings = { readonly [code: string]: Meaning };

const at = ({ host, port }: Place) => (host.startsWith("/") ? `in the folder ${host}` : `at ${host}:${port}`);
const lasting = (reason: Meaning["reason"]): Meaning => ({ reason, passing: false });
const passing = (reason: Meaning["reason"]): Meaning => ({ reason, passing: true });

const LOST = passing((place) => `the connection to the database server ${at(place)} was lost`);
const NO_ANSWER = passing((place) => `the database server ${at(place)} does not answer`);
const NOT_LISTENING = passing((place) => `no database server listens ${at(place)}`);

/** Of the way to the server, by the code of Node. */
const WAY: Meanings = {
  ENOTFOUND: lasting(({ host }) => `no host is known by the name ${host}`),
  EAI_AGAIN: passing(({ host }) => `the name of the host ${host} cannot be looked up now`),
  ECONNREFUSED: NOT_LISTENING,
  ENOENT: NOT_LISTENING,
  ETIMEDOUT: NO_ANSWER,
  EHOSTUNREACH: NO_ANSWER,
  ENETUNREACH: NO_ANSWER,
  ECONNRESET: LOST,
  EPIPE: LOST,
};

/** Of the server, by SQLSTATE, the longest beginning first (Appendix A of its manual). */
const STATES: Meanings = {
  "28P01": lasting(({ user }) => `the password of the database user "${user}" is wrong`),
  "28": lasting(({ user, database }) => `the database server does not let the user "${user}" into "${database}"`),
  "3D000": lasting((place) => `there is no database "${place.database}" on the server ${at(place)}`),
  "42501": lasting(
    ({ user, database }) => `the user "${user}" may not create or use tables in the database "${database}"`,
  ),
  "3F000": lasting(({ database, user }) => `the database "${database}" has no schema that "${user}" may use`),
  "25P03": passing(() => "the database server has ended a transaction in which nothing was asked for too long"),
  "25006": passing(() => "the database server is read-only"),
  "53100": passing(() => DISK_FULL),
  "40": passing(() => "other changes were in the way"),
  "53300": passing(() => "the database server has no free connection"),
  "53": passing(() => "the database server has not enough memory"),
  "55P03": passing(() => "something else holds the data for too long"),
  "57014": passing(() => "the database server ended a statement, by hand or because it took too long"),
  "57P01": passing(() => "the database server was stopped, or it ended the connection"),
  "57P03": passing(() => "the database server is starting or stopping"),
  "57P": passing(() => "the database server was stopped"),
  "08": LOST,
  XX00: lasting(() => "the files of the database server are damaged"),
  "58": lasting(() => "the database server cannot read or write its files"),
};

/** What the driver says without a code. */
const SAID: readonly (readonly [RegExp, Meaning])[] = [
  [/^timeout expired|^Connection terminated due to connection timeout/, NO_ANSWER],
  // Of the pool, which waits for one of its own connections.
  [/^timeout exceeded when trying to connect/, passing(() => "all connections to the database server are in use")],
  [/^Connection terminated|^Client has encountered a connection error|^Client was closed/, LOST],
  [
    /password must be a (non-empty )?string/,
    lasting(() => "the database server asks for a password, and none is given"),
  ],
  [
    /does not support SSL connections/,
    lasting((place) => `the database server ${at(place)} has no TLS, which is asked for`),
  ],
];
/** What the first server of a cluster says of another one. */
const OF_CLUSTER = /^connection to the remote node (?:\S+@)?(\S+) failed/;
/** TLS: the certificate is not the one that is wanted. */
const CERTIFICATE = /CERT|SELF_SIGNED|^ERR_TLS/;

/** The server has not answered, and not even refused. */
export class Silent extends Error {
  override readonly name = "Silent";
}

/** Nobody is there, or nobody can be reached. */
export const isSilence = (error: unknown): boolean => {
  const meaning = meaningOf(error);
  return meaning === NO_ANSWER || meaning === NOT_LISTENING || meaning === LOST;
};

/** The connection has ended, and another one may do. */
export const isCut = (error: unknown): boolean =>
  error instanceof DatabaseError ? /^57P|^25P03$/.test(error.code ?? "") : meaningOf(error) === LOST;

/** Why the database cannot be used, and whether that may be over soon; null for an error of the program. */
export function failureOf(error: unknown, place: Place): { readonly reason: string; readonly passing: boolean } | null {
  const meaning = meaningOf(error);
  return meaning && { reason: meaning.reason(place), passing: meaning.passing };
}

/** Why a start has failed; an error of the program stays as it is. */
export function unusableFor(error: unknown, place: Place): unknown {
  const failure = failureOf(error, place);
  return failure === null ? error : new DatabaseUnusable(failure.reason);
}

function meaningOf(error: unknown): Meaning | null {
  // Node tries each address of a host; all have failed.
  if (error instanceof AggregateError) return meaningOf(error.errors[0]);
  if (error instanceof Silent) return NO_ANSWER;
  if (!(error instanceof Error)) return null;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (error instanceof DatabaseError) {
    const [, server] = OF_CLUSTER.exec(error.message) ?? [];
    if (server !== undefined) return passing(() => `the server ${server} of the cluster cannot be reached`);
    // Of 42 and XX most codes are of programs.
    for (let length = code.length; length > 1; length--) {
      const meaning = STATES[code.slice(0, length)];
      if (meaning) return meaning;
    }
    return null;
  }
  if (CERTIFICATE.test(code)) return lasting(() => "the certificate of the database server is not trusted");
  return WAY[code] ?? SAID.find(([pattern]) => pattern.test(error.message))?.[1] ?? null;
}

/** The statement is in the way of another one; the transaction would succeed now. */
export const isCollision = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === "40001" || error.code === "40P01");

/**
 * A newer version has added a column to a table of which this connection has prepared a statement for all columns. The transaction
 * would succeed on a new connection.
 */
export const isStale = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === "0A000" && error.routine === "RevalidateCachedQuery";

/** The error that a caller of the store gets. `committing`: nobody knows whether the server had done it. */
export function errorForCaller(error: unknown, place: Place, committing: boolean): unknown {
  if (error instanceof Ended) return error;
  if (isCollision(error))
    return new Interrupted("Other changes were in the way. Nothing of this was saved. Try again.");
  const failure = failureOf(error, place);
  if (failure === null) return error;
  if (failure.reason === DISK_FULL) return new StorageFailure(failure.reason);
  const saved = committing ? "It is not known whether this was saved" : "Nothing of this was saved";
  return new Interrupted(`The server's store cannot be reached: ${failure.reason}. ${saved}. Try again.`);
}
