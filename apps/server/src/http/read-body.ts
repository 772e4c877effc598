import type { IncomingMessage } from "node:http";
import { BodyRefused } from "./http-errors.ts";
import { BODY_PACE } from "./patience.ts";
import { takeTurn } from "./turns.ts";

/** A check that runs before more than `beyond` bytes are read. */
export type Gate = { readonly beyond: number; readonly pass: () => Promise<void> | void };

export type Reading = {
  readonly gates: readonly Gate[];
  /** The largest body that passes all gates. */
  readonly most: number;
  /** Resolves when `bytes` may be held in memory. */
  readonly makeRoom: (bytes: number) => Promise<void> | void;
} & Pace;

type Pace = {
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

/** The parts of a body as they arrive, while they arrive fast enough. */
async function* atPace(message: IncomingMessage, pace: Pace): AsyncGenerator<Buffer> {
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
function createClock({ bodyMs, urgentPace }: Pace): Clock {
  let credit = bodyMs;
  let urgentCredit = bodyMs;
  return {
    received: (bytes) => {
      credit += (bytes / BODY_PACE) * 1000;
      const pace = urgentPace();
      urgentCredit = pace === 0 ? bodyMs : Math.min(bodyMs, urgentCredit + (bytes / pace) * 1000);
    },
    waited: (ms) => {
      credit -= ms;
      urgentCredit = urgentPace() === 0 ? bodyMs : urgentCredit - ms;
      if (credit < 0 || urgentCredit < 0) throw new BodyRefused(408, "The request body did not come in time.");
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
