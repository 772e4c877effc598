/** How long a GET is cached when its `cache-control` holds no number, seconds (API-10). */
const DEFAULT_LIFETIME = 3;

/**
 * Seconds a GET may be answered from memory: 0 without a header, 3 when the header holds no number (API-09, API-10, API-12).
 */
export function lifetimeOf(cacheControl: string | undefined): number {
  if (cacheControl === undefined) return 0;
  const seconds = /max-age\s*=\s*(\d+)/.exec(cacheControl)?.[1];
  return seconds === undefined ? DEFAULT_LIFETIME : Number(seconds);
}

type Entry = {
  readonly answer: Promise<unknown>;
  readonly dataset: string | null;
  readonly stop: () => void;
  waiting: number;
  /** epoch ms; Infinity while the request runs */
  expires: number;
};

export type CachedRequest = {
  readonly key: string;
  /** Seconds. 0: equal requests share the answer while it is fetched, then it is forgotten. */
  readonly lifetime: number;
  readonly dataset: string | null;
  readonly signal?: AbortSignal | undefined;
  readonly fetch: (signal: AbortSignal) => Promise<unknown>;
};

/**
 * The in-memory cache of this page's GETs (API-09 to API-13). Equal requests that run at the same time share one request.
 * Answers are kept for their lifetime.
 */
export function createGetCache(now: () => number = Date.now) {
  const entries = new Map<string, Entry>();

  function start({ key, lifetime, dataset, fetch }: CachedRequest): Entry {
    const controller = new AbortController();
    const answer = fetch(controller.signal);
    const entry: Entry = {
      answer,
      dataset,
      waiting: 0,
      expires: Number.POSITIVE_INFINITY,
      stop: () => controller.abort(),
    };
    const forget = () => {
      if (entries.get(key) === entry) entries.delete(key);
    };
    entries.set(key, entry);
    answer.then(() => {
      entry.expires = now() + lifetime * 1000;
      if (lifetime === 0) forget();
    }, forget);
    return entry;
  }

  async function get(request: CachedRequest): Promise<unknown> {
    request.signal?.throwIfAborted();
    const found = entries.get(request.key);
    // A request without a lifetime may share a running request, but never an earlier answer (API-12).
    const freshUntil = request.lifetime === 0 ? Number.MAX_VALUE : now();
    const entry = found !== undefined && found.expires > freshUntil ? found : start(request);
    entry.waiting += 1;
    try {
      return await unlessAborted(entry.answer, request.signal);
    } finally {
      entry.waiting -= 1;
      const unwanted = entry.waiting === 0 && entry.expires === Number.POSITIVE_INFINITY;
      if (unwanted) {
        if (entries.get(request.key) === entry) entries.delete(request.key);
        entry.stop();
      }
    }
  }

  /**
   * After a write: drops the cached answers about its dataset, and no longer shares requests sent before the write. Callers
   * that already wait for such a request still get its answer.
   */
  function evict(dataset: string | null): void {
    for (const [key, entry] of entries) {
      const running = entry.expires === Number.POSITIVE_INFINITY;
      if (running || (dataset !== null && entry.dataset === dataset)) entries.delete(key);
    }
  }

  return { get, evict, clear: () => entries.clear() };
}

/** The abort of one caller does not abort the other callers that wait for the same answer. */
function unlessAborted<Value>(answer: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return answer;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
