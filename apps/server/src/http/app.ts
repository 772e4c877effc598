import { hostname } from "node:os";
import { join } from "node:path";
import type { CommandLine, WireSpace } from "@postil/contract/info";
import { routes } from "@postil/contract/routes";
import { type PasswordRules, USUAL_PASSWORD_RULES } from "@postil/domain/accounts/passwords";
import { Refusal } from "@postil/domain/refusal";
import { RULE_QUERY } from "@postil/domain/tasks/labeling-rule";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import { DEFAULT_LIMITS, type Limits } from "../limits.ts";
import { HOME_FILES } from "../own-files.ts";
import { NO_PROVIDERS } from "../providers/settings.ts";
import type { Services } from "../services.ts";
import { createShared, type Shared } from "../shared/shared.ts";
import { type CallWatch, createCallWatch } from "../watch/calls.ts";
import type { Metrics } from "../watch/metrics.ts";
import { createKeyGuesses, createSignInLimit } from "./attempts.ts";
import { createAuthenticate } from "./authenticate.ts";
import { readBodies } from "./bodies.ts";
import { registerDocs } from "./docs.ts";
import { answerClientError, httpErrorDetail, isHttpError, replyToError } from "./errors.ts";
import type { PostilStore } from "./handler.ts";
import { createHandlers } from "./handlers.ts";
import { ALWAYS, allowOrigins, readForwardedFor, registerSecurityHeaders } from "./headers.ts";
import { type MetricsParts, registerHealth } from "./health.ts";
import { noteDatasetReads, noteKeyUses, noteLastSeen } from "./notes.ts";
import { parseQuery } from "./parse-body.ts";
import { createKnownPaths, TASK_FIRST_PATHS, tablePath } from "./paths.ts";
import { createProviderSignIn, type OauthParts } from "./provider-sign-in.ts";
import { drain, endLeftBody, FILE_MS, FOR_KNOWN, FOR_STRANGERS, PATIENCE, type Patience } from "./read-body.ts";
import { registerRoutes } from "./register-routes.ts";
import { createReplies } from "./replies.ts";
import { createInvitations, createOwnPassword, createSignIn } from "./sign-in.ts";
import { type PageOptions, registerPage } from "./static.ts";
import type { Tokens } from "./tokens.ts";
import { createRequestIds, type LogOptions, NO_LOGS, watchCalls } from "./watch-calls.ts";

export type AppParts = {
  readonly store: PostilStore;
  /** They use the same store, and they are closed together with the app. */
  readonly services: Services;
  readonly tokens: Tokens;
  readonly logLevel: string;
  /** Standard output by default. */
  readonly log?: NodeJS.WritableStream;
  /** Its name among several, in each line of the log; there is none by default. */
  readonly serverName?: string | null;
  readonly limits?: Limits;
  /** How long slow clients are waited for. */
  readonly patience?: Patience;
  /** Proxies whose `X-Forwarded-For` is trusted. None by default, because any client can send that header. */
  readonly trustedProxies?: readonly string[];
  /** Origins of other pages that may call the API; none by default. */
  readonly corsOrigins?: readonly string[];
  /** Origins of other pages that may show this one in a frame; none by default. */
  readonly frameOrigins?: readonly string[];
  /** The web page to serve with the API, and the path of both. Without it only the API is served, at `/`. */
  readonly page?: PageOptions;
  /** What other servers of the same database need too; in memory by default. */
  readonly shared?: Shared;
  /** The space of the hosted platform in which the server runs; none by default. */
  readonly space?: WireSpace | null;
  /** How commands of this server are called; as in a clone by default. */
  readonly commandLine?: CommandLine;
  readonly pseudonymSecret: () => string;
  /** The providers that people can sign in with; none by default. */
  readonly oauth?: OauthParts;
  /** Whether people sign in with passwords, and the rules of new ones; as usual by default. */
  readonly passwords?: PasswordRules;
  /** True if the disk is full, so that no change can be saved. */
  readonly isFull?: () => boolean;
  readonly isEnding?: () => boolean;
  /** What is logged of requests; nothing by default. */
  readonly logs?: LogOptions;
  /** Knows which calls of the store are for which request; the store has the same one. */
  readonly watch?: CallWatch;
  /** The numbers for Prometheus, and who may read them; none by default. */
  readonly metrics?: { readonly numbers: Metrics; readonly token: string; readonly home: string | null } | null;
};

const WITHOUT_PROVIDERS: OauthParts = { settings: NO_PROVIDERS, key: new Uint8Array(), origin: null };

/** Python clients keep connections open for minutes, and do not retry after a connection reset. */
const IDLE_MS = 6 * 60_000;
/** Maximum length of a path parameter. The longest useful parameter is the query of a rule. */
const PARAMETER_CHARACTERS = 2 * RULE_QUERY.max;

/** Creates the HTTP API. It does not listen yet. */
export function createApp(parts: AppParts): FastifyInstance {
  const { store, services, tokens, logLevel, log = process.stdout } = parts;
  const { limits = DEFAULT_LIMITS, patience = PATIENCE, corsOrigins = [], frameOrigins = [], page } = parts;
  const basePath = page?.basePath ?? "/";
  const app = fastify({
    logger: logLevel === "silent" ? false : { level: logLevel, stream: log, base: sourceOfLines(parts.serverName) },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request" }),
    genReqId: createRequestIds(),
    keepAliveTimeout: IDLE_MS,
    // Each body has its own time ({@link Patience}); this one is for the longest.
    requestTimeout: Math.max(patience.requestMs, FILE_MS),
    trustProxy: [...(parts.trustedProxies ?? [])],
    http: { headersTimeout: patience.headersMs, connectionsCheckingInterval: patience.headersMs / 4 },
    forceCloseConnections: "idle",
    routerOptions: { querystringParser: parseQuery, maxParamLength: PARAMETER_CHARACTERS },
    rewriteUrl: ({ url = "/", method = "GET" }) => {
      const path = url.startsWith(basePath) ? `/${url.slice(basePath.length)}` : url;
      return tablePath(method, method === "GET" ? withoutListSlash(path) : path);
    },
    // A path that the router cannot read: it runs no hook.
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request, withUsualHeaders(reply.headers(ALWAYS))),
    clientErrorHandler: answerClientError,
  });
  app.addHook("onResponse", async ({ raw }) => endLeftBody(raw, patience.bodyMs));
  readForwardedFor(app);
  allowOrigins(app, corsOrigins);
  registerSecurityHeaders(app, frameOrigins);
  function withUsualHeaders(reply: FastifyReply): FastifyReply {
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
    // Every reply carries this header, whatever the request is (API-51).
    if (parts.isFull?.()) reply.header("x-postil-storage", "full");
    return reply;
  }
  app.addHook("onSend", async (_request, reply) => void withUsualHeaders(reply));
  const {
    watch = createCallWatch(),
    logs = NO_LOGS,
    metrics = null,
    isFull = () => false,
    isEnding = () => false,
  } = parts;
  watchCalls(app, { ...logs, metrics: metrics?.numbers ?? null });
  app.setErrorHandler(answerError);
  registerHealth(app, { store, isFull, isEnding, metrics: metrics && metricsParts(parts, metrics, isFull) });
  answerKnownPaths(app, basePath);
  app.setNotFoundHandler(
    page
      ? registerPage(app, page, parts.passwords ?? USUAL_PASSWORD_RULES)
      : (_request, reply) => reply.code(404).send(NOT_FOUND),
  );
  registerDocs(app, basePath);

  const { accounts, exports, jobs, expiry, intake, uploads, snapshots, webhooks, backups, state, compaction } =
    services;
  const warn = (error: unknown) => app.log.error(error);
  const lastSeen = noteLastSeen(store, warn);
  const keyUses = noteKeyUses(store, warn);
  const reads = noteDatasetReads(store, warn);
  for (const notes of [lastSeen, keyUses, reads]) app.addHook("onClose", () => notes.stop());
  // Exports stop at once. They would be cut off in any case, and the rest of the shutdown would wait for them.
  app.addHook("preClose", async () => exports.stop());
  app.addHook("preClose", () => uploads.close());
  app.addHook("preClose", () => backups.stop());
  app.addHook("preClose", async () => state.stop());
  app.addHook("preClose", () => compaction.stop());
  app.addHook("onClose", () => expiry.stop());
  app.addHook("onClose", () => jobs.stop());
  app.addHook("onClose", () => webhooks.stop());
  app.addHook("onClose", () => intake.close());
  const { failures, links, useOnce } = parts.shared ?? createShared();
  const limit = createSignInLimit(failures);
  const passwords = parts.passwords ?? USUAL_PASSWORD_RULES;
  const signIn = createSignIn({ store, accounts, tokens, limit, links, passwords });
  const providerSignIn = createProviderSignIn({
    oauth: parts.oauth ?? WITHOUT_PROVIDERS,
    basePath,
    store,
    accounts,
    isOnlyWay: !passwords.accepted,
    tokenFor: signIn.tokenFor,
    limit,
    useOnce,
    warn: (line) => app.log.warn(line),
  });
  const replies = createReplies(patience, limits.replyBytes);
  const handlers = createHandlers({
    store: replies.store(store),
    accounts,
    lastSeen,
    keyUses,
    reads,
    warn,
    ownPassword: createOwnPassword({ store, accounts, limit, passwords }),
    signIn,
    invitations: createInvitations({ store, accounts, signIn, limit, passwords }),
    providerSignIn,
    passwords,
    limits,
    space: parts.space ?? null,
    commandLine: parts.commandLine ?? { home: null, command: "npm run postil --" },
    pseudonymSecret: parts.pseudonymSecret,
    jobs,
    snapshots,
    exports,
    uploads,
    webhooks,
    backups,
    state,
    isFull,
    compaction,
    inside: async ({ method, url, headers, body }, from) => {
      const payload = body === undefined ? {} : { payload: body };
      const reply = await app.inject({
        method,
        url,
        headers: { ...headers, "user-agent": from.userAgent },
        remoteAddress: from.address,
        ...payload,
      });
      return { status: reply.statusCode, text: reply.body };
    },
  });
  const { look: lookUpKey } = createKeyGuesses({
    ask: accounts.byApiKey,
    note: (from) => store.write("noteFailedSignIn", null, { username: null, told: { how: "key" }, from }),
    failures,
  });
  const authenticate = createAuthenticate({ lookUpKey, accounts, tokens, lastSeen, keyUses });
  readBodies(app, { authenticate, store, patience, limits });
  registerRoutes(app, { handlers, authenticate, intake, replies, watch });
  return app;
}

/** What names the process in each line of its log. */
export const sourceOfLines = (server: string | null = null) => ({
  ...{ pid: process.pid, hostname: hostname() },
  ...(server === null ? {} : { server }),
});

/** What the metrics read when somebody asks for them. Without a home the data, and its backups, are elsewhere. */
function metricsParts(
  { store, services: { state, backups } }: Pick<AppParts, "store" | "services">,
  { numbers, token, home }: NonNullable<AppParts["metrics"]>,
  isFull: () => boolean,
): MetricsParts {
  const backup = () => {
    const { last, failed } = backups.state();
    return home === null ? { lastAt: null, failed: false } : { lastAt: last?.at ?? null, failed: failed !== null };
  };
  const measure = () => store.read("measureStore", null, undefined);
  const data = home === null ? null : join(home, HOME_FILES.store);
  const sources = { store, measure, state, isFull, backup, files: data === null ? null : { data, log: `${data}-wal` } };
  return { metrics: numbers, token, sources };
}

/** API-34: only the path of the task dataset list may end in a slash, and only for reading. */
const LIST_WITH_SLASH = "/api/datasets/";
const withoutListSlash = (url: string): string =>
  url.split("?", 1)[0] === LIST_WITH_SLASH ? url.replace(LIST_WITH_SLASH, "/api/datasets") : url;

/** Paths without `v1` have their own error format (contract api-v0 1.3). */
const isOlder = (url: string): boolean => /^\/api\/(?!v1\/|postil\/)/.test(url);

async function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  await leaveBody(error, request, reply);
  if (isHttpError(error)) {
    return reply.code(error.statusCode).send({ detail: httpErrorDetail(error) });
  }
  const { status, body, headers } = replyToError(error, isOlder(request.url), request.id);
  if (status === 500) request.log.error(error);
  return reply
    .code(status)
    .headers(headers ?? {})
    .send(body);
}

/** Runs before a body that was not read to its end is refused. Does not wait for the rest of the body. */
async function leaveBody(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { raw, routeOptions } = request;
  const access = routeOptions.config.call?.access;
  const isUnknown = error instanceof Refusal && error.code === "unauthorized";
  const isStranger = isUnknown || access === undefined || access === "open" || access === "credentials";
  const tooSlow = isHttpError(error) && error.statusCode === 408;
  if (!raw.complete && !tooSlow) await drain(raw, isStranger ? FOR_STRANGERS : FOR_KNOWN);
  if (!raw.complete) reply.header("connection", "close");
}

const NOT_FOUND = { detail: "Not Found" };

/**
 * Answers requests whose path belongs to the API but that no route accepts: the method is wrong, or there is an extra slash,
 * which the router would read as an empty parameter. Runs before any body is read.
 */
function answerKnownPaths(app: FastifyInstance, basePath: string): void {
  const paths = Object.values(routes).map((route) => route.path);
  const isKnown = createKnownPaths([...paths, LIST_WITH_SLASH, ...TASK_FIRST_PATHS]);
  app.addHook("onRequest", async (request, reply) => {
    const [path = ""] = request.url.split("?", 1);
    if (!request.is404 && !path.endsWith("/")) return;
    if (isKnown(path)) return reply.code(405).send({ detail: "Method Not Allowed" });
    const bare = path.replace(/\/$/, "");
    if (bare === path || !isKnown(bare)) return;
    return reply.redirect(`${basePath}${bare.slice(1)}${request.url.slice(path.length)}`, 307);
  });
}
