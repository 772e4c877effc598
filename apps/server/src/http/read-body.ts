import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { BodyRefused } from "./errors.ts";

/** How long the server waits for a client, in milliseconds. */
export type Patience = {
  /** For the head of a request. */
  readonly headersMs: number;
  /** For the whole of a request; a file that is sent may take {@link FILE_MS}. */
  readonly requestMs: number;
  /** A body may be slow for this time. After that its average speed must be at least {@link BODY_PACE}. */
  readonly bodyMs: number;
  /** For memory to read a large body, or to make a large reply. */
  readonly roomMs: number;
  /** A large reply may stay unread for this time. */
  readonly readMs: number;
};

export const PATIENCE: Patience = {
  headersMs: 20_000,
  requestMs: 300_000,
  bodyMs: 10_000,
  roomMs: 30_000,
  readMs: 30_000,
};

/** For the whole of a file that is sent: 500 MB at one megabit per second. */
export const FILE_MS = 70 * 60_000;

/** Bytes per second: slower than any real connection. */
const BODY_PACE = 4096;

/** A check that runs before more than `beyond` bytes are read. */
type Gate = { readonly beyond: number; readonly pass: () => Promise<void> | void };

export type Reading = {
  readonly gates: readonly Gate[];
  /** The largest body that passes all gates. */
  readonly most: number;
  /** Resolves when `bytes` may be held in memory. */
  readonly makeRoom: (bytes: number) => Promise<void> | void;
} & Pace;

type Pace = {
  /** How long the whole body may take. */
  readonly wholeMs: number;
  /** How long a body may be slow. */
  readonly bodyMs: number;
  /** Required speed in bytes per second while other clients wait for this body; 0 if nobody waits. */
  readonly urgentPace: () => number;
};

/**
 * Reads a whole body. Its gates run in order as soon as the body is known to be longer than their limit. If the length is
 * declared, they run before anything is read; otherwise they run during the reading. Memory is allocated for received bytes
 * only, whatever length is declared.
 */
export async function readBody(
  message: IncomingMessage,
  { gates, most, makeRoom, ...pace }: Reading,
): Promise<Uint8Array<ArrayBuffer>> {
  const left = [...gates];
  const passGates = async (bytes: number) => {
    for (const gate of left.filter(({ beyond }) => bytes > beyond)) {
      left.splice(left.indexOf(gate), 1);
      await gate.pass();
    }
  };
  const announced = message.headers["content-length"];
  await passGates(Number(announced ?? 0));
  const longest = Math.min(most, Number(announced ?? most));
  let bytes = new Uint8Array(0);
  let length = 0;
  for await (const chunk of atPace(message, pace)) {
    const needed = length + chunk.length;
    await passGates(needed);
    if (needed > bytes.length) {
      const size = Math.min(longest, Math.max(needed, 2 * bytes.length));
      await makeRoom(size);
      bytes = longer(bytes, size);
    }
    // Each part is copied on arrival: one copy of all parts at the end would block other requests.
    bytes.set(chunk, length);
    length = needed;
  }
  return length === bytes.length ? bytes : bytes.slice(0, length);
}

function longer(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const grown = new Uint8Array(size);
  grown.set(bytes);
  return grown;
}

/** The parts of a body as they arrive, while they arrive fast enough. No more is read than the caller takes. */
export async function* atPace(message: IncomingMessage, pace: Pace): AsyncGenerator<Buffer> {
  const clock = createClock(pace);
  // The connection stays open, so that a refused client gets its answer.
  const parts = message.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const part = await inTime(parts.next(), clock);
      if (part.done) return;
      clock.received(part.value.length);
      yield part.value;
      await takeTurn();
    }
  } finally {
    // Releases the message; otherwise the rest of it could not be discarded.
    void parts.return?.();
  }
}

type Clock = { received(bytes: number): void; waited(ms: number): void };

/** Refuses a body that is too slow: on average at any time, and at present while other clients wait. */
function createClock({ wholeMs, bodyMs, urgentPace }: Pace): Clock {
  let left = wholeMs;
  let credit = bodyMs;
  let urgentCredit = bodyMs;
  return {
    received: (bytes) => {
      credit += (bytes / BODY_PACE) * 1000;
      const pace = urgentPace();
      urgentCredit = pace === 0 ? bodyMs : Math.min(bodyMs, urgentCredit + (bytes / pace) * 1000);
    },
    waited: (ms) => {
      left -= ms;
      credit -= ms;
      urgentCredit = urgentPace() === 0 ? bodyMs : urgentCredit - ms;
      if (left < 0 || credit < 0 || urgentCredit < 0)
        throw new BodyRefused(408, "The request body did not come in time.");
    },
  };
}

/** How often the reader checks if there is time left. */
const LOOK_MS = 500;

async function inTime<T>(work: Promise<T>, clock: Clock): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  let since = performance.now();
  const look = () => {
    const now = performance.now();
    const ms = now - since;
    since = now;
    clock.waited(ms);
  };
  const timer = setInterval(() => {
    try {
      look();
    } catch (error) {
      reject(error);
    }
  }, LOOK_MS);
  try {
    const done = await Promise.race([work, promise]);
    look();
    return done;
  } catch (error) {
    throw error instanceof BodyRefused ? error : new BodyRefused(400, "The request body ended before its end.");
  } finally {
    clearInterval(timer);
  }
}

const waiting: (() => void)[] = [];

function admit(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(admit);
}

/**
 * Resolves in a separate turn of the event loop. Fast input is read one part per turn, so that other requests can run in
 * between.
 */
function takeTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(admit);
  });
}

/**
 * The answer came before the body, such as that of a wrong method. Node discards the rest, and would wait for it as long as for
 * the longest request.
 */
export function endLeftBody(request: IncomingMessage, ms: number): void {
  const { socket } = request;
  // A call that the server makes itself has no connection.
  if (request.complete || !(socket instanceof Socket)) return;
  setTimeout(() => {
    if (!request.complete) socket.destroy();
  }, ms).unref();
}

/** Maximum amount of data to discard, and the maximum time for it. */
type Waste = { readonly bytes: number; readonly ms: number };
export const FOR_KNOWN: Waste = { bytes: 256 * 1024 * 1024, ms: 30_000 };
export const FOR_STRANGERS: Waste = { bytes: 4 * 1024 * 1024, ms: 1000 };
/** A client that writes the whole body before it reads does not pause longer than this. */
const PAUSE_MS = 1000;

/**
 * Reads and discards the rest of a body that is not needed. Most clients write the whole body before they read the answer. If
 * the server closes early, they see a broken connection instead of the answer.
 */
export function drain(request: IncomingMessage, most: Waste): Promise<void> {
  return new Promise((resolve) => {
    let received = 0;
    const done = () => {
      clearTimeout(timer);
      clearTimeout(pause);
      request.off("data", count);
      resolve();
    };
    const count = async (chunk: Buffer) => {
      received += chunk.length;
      if (received > most.bytes) return done();
      pause.refresh();
      request.pause();
      await takeTurn();
      request.resume();
    };
    const timer = setTimeout(done, most.ms);
    const pause = setTimeout(done, PAUSE_MS);
    request.on("data", count).once("end", done).once("close", done);
    if (request.readableEnded || request.destroyed) return done();
    // An earlier reader may have left the stream paused.
    request.resume();
  });
}
