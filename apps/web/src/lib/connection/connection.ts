import { backOff } from "@postil/domain/outbox/back-off";
import { createEmitter } from "../emitter.ts";

/** `offline`: the browser has no network. `silent`: it has one, and the server does not answer. */
export type Reach = "online" | "offline" | "silent";

type Surroundings = {
  /** Asks the server for the cheapest thing it has: whether it answers, and whether its disk is full. */
  readonly probe: () => Promise<boolean | "full">;
  /** Whether the browser believes to have a network. */
  readonly hasNetwork: () => boolean;
  /** Calls back after so many ms; returns the way to call it off. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** From 0 to 1. */
  readonly random: () => number;
};

/** A request without a reply for so long makes the page ask whether the server is there at all, ms. */
const LONG = 1000;
/** The longest pause between two probes, ms: so soon is noticed that the server is back. */
const LONGEST_PAUSE = 5000;
/** What stands between us and a server that is starting or gone says these. */
const GATEWAY = new Set([502, 503, 504]);

/** The server says with every reply when its disk is full (API-51). */
export const isFull = ({ headers }: Response): boolean => headers.get("x-postil-storage") === "full";

/**
 * The one truth on whether the server can be reached, for band, indicator, queue and outbox. A doubt (the network went, a
 * request failed or takes long) is settled by a probe; while nothing answers, probes go on with growing pauses.
 */
export function createConnection({ probe, hasNetwork, after, random }: Surroundings) {
  let full = false;
  let reach: Reach = hasNetwork() ? "online" : "offline";
  let asking: Promise<void> | null = null;
  let failures = 0;
  /** How often the network went: what was asked for before that says nothing of it. */
  let outages = 0;
  let callOff: (() => void) | null = null;
  const changed = createEmitter<void>();

  function set(next: Reach): void {
    if (next === "online") {
      failures = 0;
      callOff?.();
      callOff = null;
    }
    if (next === reach) return;
    reach = next;
    changed.emit();
  }

  /** Whether there is room again is looked at like whether the server is back. */
  function setFull(next: boolean): void {
    if (next) callOff ??= after(LONGEST_PAUSE, () => void check());
    if (next === full) return;
    full = next;
    changed.emit();
  }

  async function ask(): Promise<void> {
    callOff?.();
    callOff = null;
    const before = outages;
    const answers = await probe().catch(() => false);
    asking = null;
    if (answers && before !== outages) return check();
    if (answers) {
      set("online");
      return setFull(answers === "full");
    }
    failures += 1;
    set(hasNetwork() ? "silent" : "offline");
    callOff = after(backOff(failures, random(), LONGEST_PAUSE), () => void check());
  }

  /** Resolves when it is known whether the server answers. */
  function check(): Promise<void> {
    asking ??= ask();
    return asking;
  }

  return {
    reach: () => reach,
    isOnline: () => reach === "online",
    /** It answers, and can save nothing. */
    isFull: () => full && reach === "online",
    onChange: changed.on,
    check,
    /** The browser's network came or went. */
    networkChanged(): void {
      if (!hasNetwork()) {
        outages += 1;
        set("offline");
      }
      void check();
    },
    /** Learns from a request; what fails does so when it is known whether that is the connection's fault. */
    async follow(request: Promise<Response>, signal?: AbortSignal): Promise<Response> {
      const stop = after(LONG, () => void check());
      const before = outages;
      try {
        const reply = await request;
        if (GATEWAY.has(reply.status)) await check();
        else if (before === outages) {
          set("online");
          setFull(isFull(reply));
        }
        return reply;
      } catch (error) {
        if (signal?.aborted !== true) await check();
        throw error;
      } finally {
        stop();
      }
    },
  };
}
