import { addressOf, type CallInput, type CallReply, type Values } from "@postil/contract/call";
import type { RouteName } from "@postil/contract/routes";
import { asObject } from "@postil/domain/json-object";
import { ofOneSession } from "../session/store.ts";
import { ApiFailure, cannotBeOpened, failureCodeOf, RepositoryError, unknownCallerFacts } from "./failure.ts";
import type { QuietCall } from "./quiet-calls.ts";
import { routeOf } from "./routes.ts";
import { DEFAULT_TIMEOUT, type Outgoing, send } from "./send.ts";

export type CallOptions = {
  /** Statuses that are an answer to this caller and not an error. The call then resolves to null (API-24). */
  readonly accept?: readonly number[];
  /** The one status that is a success (FSE-27). Without it every 2xx is a success. */
  readonly success?: number;
  /** How long the answer to a GET is cached, as `max-age=120`. Without it the answer is not cached (API-12). */
  readonly cacheControl?: string;
  readonly headers?: { readonly [header: string]: string };
  /** The dataset of the call, if neither the address nor the reply names it (API-13). */
  readonly dataset?: string;
  /**
   * Shows no toast and no progress line. Only for the calls in `quiet-calls.ts`. `unreached`: no toast when the server cannot
   * be reached. `unopened`: no toast when the dataset cannot be opened, because the page shows that itself.
   */
  readonly quiet?: boolean | "unreached" | "unopened";
  readonly signal?: AbortSignal;
  /** ms, 60 s by default */
  readonly timeout?: number;
  /** Takes the place of the request, for a reply that is streamed or a read that changes something. Nothing of the reply is cached. */
  readonly send?: (outgoing: Outgoing) => Promise<unknown>;
};

/** The options of a call. `quiet-calls.ts` lists the calls that may be quiet. */
export type OptionsOf<Name extends RouteName> = CallOptions &
  ([Name] extends [QuietCall] ? unknown : { readonly quiet?: never });

/** The request is optional when none of its parts is required. */
type CallArguments<Name extends RouteName, Options extends CallOptions> =
  Record<never, never> extends CallInput<Name>
    ? [request?: CallInput<Name>, options?: Options]
    : [request: CallInput<Name>, options?: Options];

type Answer<Name extends RouteName, Options extends CallOptions> = Options extends {
  readonly accept: readonly number[];
}
  ? CallReply<Name> | null
  : CallReply<Name>;

/** The data and functions that the client needs from the page. `api.ts` supplies them. */
export type ClientSurroundings = {
  readonly caller: () => { readonly token: string; readonly user: string } | null;
  /** The route parameter `workspace` (RTE-17). */
  readonly currentWorkspace: () => string | null;
  /** Rejects with an `ApiFailure` when there is no next token. */
  readonly renew: (token: string) => Promise<void>;
  /** The server no longer knows the caller (AUT-09). */
  readonly onUnknownCaller: (failure: ApiFailure) => void;
  /** False if the server is known to be out of reach. */
  readonly isOnline: () => boolean;
  /** True if the dataset of a refused call is lost. Its page then shows that instead of a failure. */
  readonly isLost: (datasetId: string, status: number | null) => Promise<boolean>;
  readonly report: (failure: ApiFailure) => void;
  /** Shows the progress line while the request runs. */
  readonly track: (request: Promise<unknown>) => unknown;
};

type Caller = NonNullable<ReturnType<ClientSurroundings["caller"]>>;

/** The typed client of every route in the contract's table: `client.call("getDataset", { params: { dataset_id } })`. */
export function createClient(around: ClientSurroundings) {
  const cache = createGetCache();

  /**
   * Calls a route and resolves to the body of its reply. Rejects with a `RepositoryError` if the call has its own failure
   * code, otherwise with an `ApiFailure` (API-28, API-29). The failure is already shown then, unless the call was quiet
   * (API-15).
   */
  async function call<Name extends RouteName, const Options extends OptionsOf<Name> = OptionsOf<Name>>(
    name: Name,
    ...[request, options]: CallArguments<Name, Options>
  ): Promise<Answer<Name, Options>> {
    const answer = perform(name, request ?? {}, options ?? {});
    if (options?.quiet !== true) around.track(answer.catch((error) => onlyFailures(error)));
    // The server is checked against the table's reply types. A second check here would load the schemas into the page.
    return (await answer) as Answer<Name, Options>;
  }

  async function perform(name: RouteName, request: LooseRequest, options: CallOptions): Promise<unknown> {
    const caller = around.caller();
    try {
      return await attempt(name, request, options, caller).catch(async (error: unknown) => {
        if (caller === null || !isExpired(error)) throw error;
        await around.renew(caller.token);
        const renewed = around.caller();
        if (!isSame(caller, renewed)) throw error;
        return attempt(name, request, options, renewed);
      });
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      if (error.status !== null && options.accept?.includes(error.status)) return null;
      const dataset = datasetOf(request, null, options);
      const lost = cannotBeOpened(error.status) && dataset !== null && (await around.isLost(dataset, error.status));
      tell(error, caller, lost ? { quiet: true } : options);
      const code = failureCodeOf(name);
      throw code === undefined ? error : new RepositoryError(code, error);
    }
  }

  function attempt(name: RouteName, request: LooseRequest, options: CallOptions, caller: Caller | null) {
    const outgoing = outgoingOf(name, request, options, caller?.token, around.currentWorkspace());
    return (options.send ?? (outgoing.method === "GET" ? read : write))(outgoing, request, options, caller?.user);
  }

  function tell(failure: ApiFailure, caller: Caller | null, { quiet }: CallOptions): void {
    // A failure of a session that has ended is not shown.
    if (!isSame(caller, around.caller())) return;
    if (failure.status === 401 && caller !== null) around.onUnknownCaller(failure);
    const said =
      (quiet === "unreached" && failure.status === null && !around.isOnline()) ||
      (quiet === "unopened" && cannotBeOpened(failure.status));
    if (quiet !== true && !said) around.report(failure);
  }

  function read(outgoing: Outgoing, request: LooseRequest, options: CallOptions, user = "") {
    return cache.get({
      key: [user, outgoing.headers[WORKSPACE_HEADER] ?? "", outgoing.address].join("\n"),
      lifetime: lifetimeOf(options.cacheControl),
      dataset: datasetOf(request, null, options),
      signal: options.signal,
      fetch: (signal) => sendRead({ ...outgoing, signal }),
    });
  }

  /** What fails for a moment is sent again (API-67), by code that only then is needed. */
  const sendRead = (outgoing: Outgoing): Promise<unknown> =>
    send(outgoing).catch(async (error: { readonly status?: number | null }) => {
      if ((error.status ?? 503) < 429 || !around.isOnline()) throw error;
      return (await import("./send-again.ts")).sendAgain(outgoing, error);
    });

  async function write(outgoing: Outgoing, request: LooseRequest, options: CallOptions) {
    const reply = await (isSearch(outgoing) ? sendRead : send)(outgoing);
    cache.evict(datasetOf(request, reply, options));
    return reply;
  }

  return { call, clearCache: cache.clear };
}

/** True if the session has not changed. */
const isSame = (caller: Caller | null, now: Caller | null): boolean =>
  ofOneSession(caller?.token ?? "", now?.token ?? "");

/** The token has expired. The server says so only for tokens that are otherwise valid. */
const isExpired = (error: unknown): boolean =>
  error instanceof ApiFailure && unknownCallerFacts(error)?.expired === true;

/** Searches have a body, and change nothing (API-67). */
const isSearch = ({ address }: Outgoing): boolean => /search(?:$|\?)/.test(address);

const WORKSPACE_HEADER = "X-Postil-Workspace";

type LooseRequest = { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown };

function outgoingOf(
  name: RouteName,
  { params, query, body }: LooseRequest,
  options: CallOptions,
  token: string | undefined,
  workspace: string | null,
): Outgoing {
  const [method, path, encoding] = routeOf(name);
  const headers: { [header: string]: string } = { ...options.headers };
  if (token !== undefined) headers.Authorization = `Bearer ${token}`;
  // A workspace is sent only for a signed-in user (API-02). Header values are Latin-1, names of workspaces are ASCII.
  if (token !== undefined && workspace !== null) headers[WORKSPACE_HEADER] = workspace;
  if (options.cacheControl !== undefined) headers["Cache-Control"] = options.cacheControl;
  return {
    method,
    // The types of the callers have checked both.
    address: addressOf(path, params as Values | undefined, query as Values | undefined),
    body,
    encoding,
    headers,
    signal: options.signal,
    timeout: options.timeout ?? DEFAULT_TIMEOUT,
    success: options.success,
  };
}

function datasetOf(request: LooseRequest, reply: unknown, options: CallOptions): string | null {
  const named = options.dataset ?? asObject(request.params)?.dataset_id ?? asObject(reply)?.dataset_id;
  return typeof named === "string" ? named : null;
}

/** An abort ends the progress line without an error: nobody waits for the answer. */
function onlyFailures(error: unknown): void {
  if (error instanceof ApiFailure || error instanceof RepositoryError) throw error;
}

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

type CachedRequest = {
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
