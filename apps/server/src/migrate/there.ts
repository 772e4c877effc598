import { mayLoseForm, parseKeepingForm, parseWithNames } from "@postil/domain/text/json-text";
import { backOff } from "@postil/domain/time";
import { ApiRefusal, type Call, createCall, type Outgoing, type Transport } from "../client/api-client.ts";
import { GivenUp } from "../client/unfinished.ts";
import { StartFailure } from "../start-failure.ts";

/** The other server, which may be slow, broken or hostile (MIG-05). */
export type There = {
  readonly call: Call;
  /** The characters of a reply. */
  readonly sizeOf: (reply: unknown) => number;
  /** What it answers, without the key and without control characters: it may be shown. */
  readonly told: (error: unknown) => string;
  /** When it answered first, by its own clock, a minute earlier: everything that is older has been seen. Null: unknown. */
  readonly began: () => string | null;
};

export type Asking = {
  readonly url: string;
  readonly key: string;
  /** How long a server that does not answer is asked again, in ms. */
  readonly patience: number;
  readonly givenUp: () => boolean;
  readonly wait: (line: string) => void;
};

/** The largest reply that is read. A page that is larger is asked for in smaller pieces. */
const MOST_BYTES = 64 * 2 ** 20;
/** A reply has to begin and to end within this time. */
const REPLY_MS = 120_000;
/** An internal error may be for ever: the reference answers so to some requests. */
const TRIES_OF_500 = 3;

export class TooLarge extends StartFailure {}

/** The other server refuses something. It may do so for ever, for example to list one dataset. */
export class RefusedThere extends ApiRefusal {}

/** The address of a server, without a slash at its end. Fails for what is none. */
export function addressOfServer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new StartFailure(`--from is "${text}"; it is the address of a server, such as https://argilla.example.org.`);
  if (url.username || url.password || url.search || url.hash)
    throw new StartFailure("--from is an address alone: without a name, a password, a query and a #.");
  return url.href.replace(/\/+$/, "");
}

export function openThere(asking: Asking): There {
  const { url, key } = asking;
  const safe = (text: string): string =>
    text
      .replaceAll(key, "(key)")
      .replaceAll(/[\p{Cc}\p{Cf}]/gu, " ")
      .slice(0, 500);
  let began: string | null = null;
  const patient = withPatience(asking, (date) => {
    began ??= date;
  });
  const transport: Transport = async (outgoing) => {
    const reply = await patient(outgoing);
    if (reply.status >= 300 && reply.status < 400)
      throw new StartFailure(`${url} sends ${outgoing.url} elsewhere: use the address that it has now with --from.`);
    return reply;
  };
  const sizes = new WeakMap<object, number>();
  const parse = (text: string): unknown => {
    try {
      const reply = parseRecords(text);
      if (typeof reply === "object" && reply !== null) sizes.set(reply, text.length);
      return reply;
    } catch {
      throw new StartFailure(`${url} answers something that is no JSON: is it the address of an Argilla 1.x server?`);
    }
  };
  const typed = createCall(transport, { "x-argilla-api-key": key, accept: "application/json" }, parse);
  return {
    call: async (name, input) => {
      try {
        return await typed(name, input);
      } catch (error) {
        if (error instanceof ApiRefusal && error.status === 401)
          throw new StartFailure(`${url} does not know this API key.`);
        if (error instanceof ApiRefusal) throw new RefusedThere(error.status, safe(error.message));
        throw error;
      }
    },
    sizeOf: (reply) => (typeof reply === "object" && reply !== null && sizes.get(reply)) || 0,
    told: (error) => safe(error instanceof Error ? error.message : String(error)),
    began: () => began,
  };
}

type Got = {
  readonly status: number;
  readonly text: string;
  readonly after: number | null;
  readonly date: string | null;
};

/** Asks again, later and later, while the server is away or busy. */
function withPatience(asking: Asking, noteDate: (date: string | null) => void) {
  const { url, patience, givenUp, wait } = asking;
  return async (outgoing: Outgoing): Promise<Got> => {
    const begun = performance.now();
    for (let failures = 1; ; failures++) {
      const got = await ask(url, outgoing);
      if ("status" in got && !isPassing(got.status, failures)) {
        noteDate(got.date);
        return got;
      }
      const reason = "status" in got ? `answers ${got.status}` : got.failed;
      const usual = backOff(failures, Math.random());
      const pause = "status" in got && got.after !== null ? Math.min(got.after, MOST_PAUSE_MS) : usual;
      if (performance.now() - begun + pause > patience)
        throw new StartFailure(`${url} ${reason}. Run the command again when it is back: it goes on where it was.`);
      wait(`${url} ${reason}; asked again in ${Math.ceil(pause / 1000)} s.`);
      await sleep(pause, givenUp);
    }
  };
}

const MOST_PAUSE_MS = 120_000;
const isPassing = (status: number, failures: number): boolean =>
  [429, 502, 503, 504].includes(status) || (status === 500 && failures < TRIES_OF_500);

/** Ends early when the person gives up. */
async function sleep(ms: number, givenUp: () => boolean): Promise<void> {
  const until = performance.now() + ms;
  while (performance.now() < until) {
    if (givenUp()) throw new GivenUp("Given up.");
    await new Promise((done) => setTimeout(done, Math.min(200, until - performance.now())));
  }
}

async function ask(
  address: string,
  { method, url, headers, body }: Outgoing,
): Promise<Got | { readonly failed: string }> {
  try {
    const reply = await fetch(address + url, {
      method,
      headers: { ...headers },
      // The key is for this server alone.
      redirect: "manual",
      signal: AbortSignal.timeout(REPLY_MS),
      ...(body === undefined ? {} : { body }),
    });
    const text = await bounded(reply, address + url);
    const date = Date.parse(reply.headers.get("date") ?? "");
    return {
      status: reply.status,
      text,
      after: retryAfter(reply.headers.get("retry-after")),
      date: Number.isNaN(date) ? null : new Date(date - 60_000).toISOString().slice(0, 19),
    };
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    const code = codeOf(error);
    if (LASTING.test(code)) throw new StartFailure(lasting(address, code));
    const isLate = error instanceof Error && error.name === "TimeoutError";
    return { failed: isLate ? `does not answer within ${REPLY_MS / 1000} s` : "does not answer" };
  }
}

/** Failures that waiting does not mend: the certificate, no encryption at all, a name that nobody has. */
const LASTING = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|ENOTFOUND|EPROTO/;

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}

function lasting(address: string, code: string): string {
  if (code === "ENOTFOUND") return `There is no server of this name: ${address}`;
  return `No safe connection to ${address} (${code}). If it has a certificate of your own authority, put that into NODE_EXTRA_CA_CERTS.`;
}

function retryAfter(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : null;
}

/** The text of a reply. One that is too large is never whole in memory. */
async function bounded(reply: Response, url: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  if (reply.body === null) return "";
  for await (const part of reply.body) {
    bytes += part.byteLength;
    if (bytes > MOST_BYTES)
      throw new TooLarge(`${url} answers more than ${MOST_BYTES / 2 ** 20} MiB, which is the most that is read.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

type Members = { [name: string]: unknown };
const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A reply, in which the metadata of records keeps how its numbers are written. It is read a second time only if there is
 * such a number, because reading vectors so takes long.
 */
export function parseRecords(text: string): unknown {
  const read = parseWithNames(text);
  const records = recordsIn(read);
  if (!records.some(({ metadata }) => hasNumber(metadata)) || !mayLoseForm(text)) return read;
  for (const [index, exact] of recordsIn(parseKeepingForm(text)).entries()) {
    const record = records[index];
    if (record) record.metadata = exact.metadata;
  }
  return read;
}

function recordsIn(read: unknown): Members[] {
  if (!isMembers(read)) return [];
  const list = read.items ?? read.records;
  return Array.isArray(list) ? list.filter(isMembers) : [];
}

const hasNumber = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "object" && value !== null && Object.values(value).some(hasNumber));
