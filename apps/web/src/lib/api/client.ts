import { addressOf, type CallInput, type CallReply, type Values } from "@postil/contract/call";
import type { RouteName } from "@postil/contract/routes";
import { asObject } from "@postil/domain/json-object";
import { ofOneSession } from "../session/store.ts";
import { ApiFailure, cannotBeOpened, RepositoryError, unknownCallerFacts } from "./failure.ts";
import { failureCodeOf } from "./failure-codes.ts";
import { createGetCache, lifetimeOf } from "./get-cache.ts";
import type { QuietCall } from "./quiet-calls.ts";
import { routeOf } from "./routes.ts";
import { DEFAULT_TIMEOUT, type Outgoing, send } from "./send.ts";

export type CallOptions = {
  /** Statuses that are an answer to this caller and no error; the call then resolves to null (API-24). */
  readonly accept?: readonly number[];
  /** The one status that is a success (FSE-27); without it every 2xx is. */
  readonly success?: number;
  /** The lifetime of a GET's answer, as `max-age=120`; without it the answer is not kept (API-12). */
  readonly cacheControl?: string;
  /** Further headers of the request. */
  readonly headers?: { readonly [header: string]: string };
  /** The dataset the call is about, where neither address nor reply says it (API-13). */
  readonly dataset?: string;
  /**
   * Shows nothing: no toast, no progress line. For the calls of `quiet-calls.ts` alone.
   * `unreached`: no toast when the server cannot be reached, `unopened`: none when the dataset cannot be opened, which the page
   * says by itself.
   */
  readonly quiet?: boolean | "unreached" | "unopened";
  readonly signal?: AbortSignal;
  /** ms, 60 s by default */
  readonly timeout?: number;
  /** Another way than by JSON, for a reply that comes part by part; nothing of it is kept. */
  readonly send?: (outgoing: Outgoing) => Promise<unknown>;
};

/** What a call takes: whether it may be quiet is said in one table. */
export type OptionsOf<Name extends RouteName> = CallOptions &
  ([Name] extends [QuietCall] ? unknown : { readonly quiet?: never });

/** The request may be left out when it has no obligatory part. */
export type CallArguments<Name extends RouteName, Options extends CallOptions> =
  Record<never, never> extends CallInput<Name>
    ? [request?: CallInput<Name>, options?: Options]
    : [request: CallInput<Name>, options?: Options];

type Answer<Name extends RouteName, Options extends CallOptions> = Options extends {
  readonly accept: readonly number[];
}
  ? CallReply<Name> | null
  : CallReply<Name>;

/** What the client needs to know and tell; `api.ts` puts the page's own parts in. */
export type ClientSurroundings = {
  /** The token of the running session and who it belongs to. */
  readonly caller: () => { readonly token: string; readonly user: string } | null;
  /** The route parameter `workspace` (RTE-17). */
  readonly currentWorkspace: () => string | null;
  /** Goes on with the next token of the caller's session; rejects with an `ApiFailure` when there is none. */
  readonly renew: (token: string) => Promise<void>;
  /** The server does not know the caller any more (AUT-09). */
  readonly onUnknownCaller: (failure: ApiFailure) => void;
  /** Whether the server can be reached, as far as is known. */
  readonly isOnline: () => boolean;
  /** Of a dataset about which a call was refused: whether it is lost, which its page says instead of a failure. */
  readonly isLost: (datasetId: string, status: number | null) => Promise<boolean>;
  /** Shows a failure to the user. */
  readonly report: (failure: ApiFailure) => void;
  /** Runs the page's progress line for as long as the request does. */
  readonly track: (request: Promise<unknown>) => unknown;
};

type Caller = NonNullable<ReturnType<ClientSurroundings["caller"]>>;

/** The typed client of every route in the contract's table: `client.call("getDataset", { params: { dataset_id } })`. */
export function createClient(around: ClientSurroundings) {
  const cache = createGetCache();

  /**
   * Calls a route and resolves to the body of its reply. Rejects with a `RepositoryError` where the call has a code of its
   * own, else with an `ApiFailure` (API-28, API-29); the failure has been shown by then unless the call was quiet (API-15).
   */
  async function call<Name extends RouteName, const Options extends OptionsOf<Name> = OptionsOf<Name>>(
    name: Name,
    ...[request, options]: CallArguments<Name, Options>
  ): Promise<Answer<Name, Options>> {
    const answer = perform(name, request ?? {}, options ?? {});
    if (options?.quiet !== true) around.track(answer.catch((error) => onlyFailures(error)));
    // The server is bound to the table's replies; reading them again here would bring the schemas into the page.
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
    // A failure of a session that is over by now concerns nobody.
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
      fetch: (signal) => send({ ...outgoing, signal }),
    });
  }

  async function write(outgoing: Outgoing, request: LooseRequest, options: CallOptions) {
    const reply = await send(outgoing);
    cache.evict(datasetOf(request, reply, options));
    return reply;
  }

  return { call, clearCache: cache.clear };
}

/** Whether a caller is in the session they were in. */
const isSame = (caller: Caller | null, now: Caller | null): boolean =>
  ofOneSession(caller?.token ?? "", now?.token ?? "");

/** The token is past its end, which the server tells of sound ones alone. */
const isExpired = (error: unknown): boolean =>
  error instanceof ApiFailure && unknownCallerFacts(error)?.expired === true;

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
  // A workspace goes with a signed-in user only (API-02). Header values are Latin-1, names of workspaces are ASCII.
  if (token !== undefined && workspace !== null) headers[WORKSPACE_HEADER] = workspace;
  if (options.cacheControl !== undefined) headers["Cache-Control"] = options.cacheControl;
  return {
    method,
    // The callers' types have checked both.
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

/** An abort ends the progress line without its red: nobody waits for the answer any more. */
function onlyFailures(error: unknown): void {
  if (error instanceof ApiFailure || error instanceof RepositoryError) throw error;
}
