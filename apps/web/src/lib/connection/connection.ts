import { backOff } from "@postil/domain/time";
import { t } from "i18next";
import { useSyncExternalStore } from "react";
import { underBase } from "../base-path.ts";
import { createEmitter } from "../emitter.ts";
import { dismissToast, notify } from "../toasts/store.ts";

/** `offline`: the browser has no network. `silent`: it has one, but the server does not answer. */
type Reach = "online" | "offline" | "silent";

type Surroundings = {
  /** Sends the cheapest request. Tells if the server answers, and if its disk is full. */
  readonly probe: () => Promise<boolean | "full">;
  /** True if the browser reports a network. */
  readonly hasNetwork: () => boolean;
  /** Runs `run` after this many ms. Returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** A random number from 0 to 1. */
  readonly random: () => number;
};

/** After this time without a reply the page probes the server, ms. */
const LONG = 1000;
/** The longest pause between two probes, ms. The return of the server is noticed within this time. */
const LONGEST_PAUSE = 5000;
/** Statuses that a proxy returns when the server is starting or gone. */
const GATEWAY = new Set([502, 503, 504]);

/** True if the server's disk is full. Every reply tells it (API-51). */
const isFull = ({ headers }: Response): boolean => headers.get("x-postil-storage") === "full";

/**
 * The one source for "can the server be reached", used by band, indicator, queue and outbox. A doubt (the network is lost, a
 * request failed or takes long) is settled by a probe. While there is no answer, probes continue with growing pauses.
 */
export function createConnection({ probe, hasNetwork, after, random }: Surroundings) {
  let full = false;
  let reach: Reach = hasNetwork() ? "online" : "offline";
  let asking: Promise<void> | null = null;
  let failures = 0;
  /** The number of network changes. The outcome of a probe or request that was sent before a change does not count. */
  let changes = 0;
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

  /** While the disk is full, probes check for free space, as they check for the server's return. */
  function setFull(next: boolean): void {
    if (next) callOff ??= after(LONGEST_PAUSE, () => void check());
    if (next === full) return;
    full = next;
    changed.emit();
  }

  async function ask(): Promise<void> {
    callOff?.();
    callOff = null;
    const before = changes;
    const answers = await probe().catch(() => false);
    asking = null;
    if (before !== changes) return check();
    if (answers) {
      set("online");
      return setFull(answers === "full");
    }
    failures += 1;
    set(hasNetwork() ? "silent" : "offline");
    callOff = after(backOff(failures, random(), LONGEST_PAUSE), () => void check());
  }

  /** Resolves when it is known if the server answers. */
  function check(): Promise<void> {
    asking ??= ask();
    return asking;
  }

  return {
    reach: () => reach,
    isOnline: () => reach === "online",
    /** The server answers but cannot save anything. */
    isFull: () => full && reach === "online",
    onChange: changed.on,
    check,
    /** The browser's network is lost or back. */
    networkChanged(): void {
      changes += 1;
      if (!hasNetwork()) set("offline");
      void check();
    },
    /** Learns from a request. A failed request rejects only after it is known if the connection is the cause. */
    async follow(request: Promise<Response>, signal?: AbortSignal): Promise<Response> {
      const stop = after(LONG, () => void check());
      const before = changes;
      try {
        const reply = await request;
        if (GATEWAY.has(reply.status)) await check();
        else if (before === changes) {
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

/** If the cheapest request takes longer than this, the server counts as not answering, ms. */
const PATIENCE = 2000;

/** Runs something after `ms`. Returns a function that cancels it. */
export const after = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** The page's connection. In tests use `createConnection` with surroundings of the test's own. */
export const connection = createConnection({
  probe: async () => {
    const limits = { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) } as const;
    const reply = await fetch(underBase("/api/v1/version"), limits);
    return isFull(reply) ? "full" : reply.ok;
  },
  hasNetwork: () => navigator.onLine,
  after,
  random: Math.random,
});

window.addEventListener("online", connection.networkChanged);
window.addEventListener("offline", connection.networkChanged);
// Timers pause in a hidden page. A user who returns needs the state at once.
document.addEventListener("visibilitychange", () => {
  if (!connection.isOnline()) void connection.check();
});

export function useReach(): Reach {
  return useSyncExternalStore(connection.onChange, connection.reach);
}

export const useIsFull = (): boolean => useSyncExternalStore(connection.onChange, connection.isFull);

/**
 * Shows a toast while the network is lost, and then a toast that it is back (ERR-07 to ERR-09). The band of a page shows what
 * this means for its work. Returns a function that stops this.
 */
export function watchConnection(): () => void {
  let offlineToast: string | null = null;
  const tell = () => {
    const reach = connection.reach();
    if (reach === "offline") {
      offlineToast ??= notify({ message: t("common.offline.toast"), type: "error", permanent: true, keep: true });
    } else if (offlineToast !== null) {
      if (reach === "online") notify({ message: t("common.offline.off"), replace: offlineToast });
      else dismissToast(offlineToast);
      offlineToast = null;
    }
  };
  tell();
  return connection.onChange(tell);
}
