import type { FastifyInstance } from "fastify";
import fastify from "fastify";
import { createAccounts } from "./accounts.ts";
import { createAuthenticate } from "./authenticate.ts";
import { Malformed, replyToError } from "./errors.ts";
import type { PostilStore } from "./handler.ts";
import { createHandlers } from "./handlers.ts";
import { parseForm, parseJson, parseQuery } from "./parse-body.ts";
import { registerRoutes } from "./register-routes.ts";
import type { Tokens } from "./tokens.ts";

export type AppParts = { readonly store: PostilStore; readonly tokens: Tokens; readonly logLevel: string };

/** Python clients keep connections for minutes and do not retry a reset one. */
const IDLE_MS = 6 * 60_000;
const BODY_LIMIT = 16 * 1024 * 1024;

/** The API over HTTP, not yet listening. */
export function createApp({ store, tokens, logLevel }: AppParts): FastifyInstance {
  const app = fastify({
    logger: logLevel === "silent" ? false : { level: logLevel },
    disableRequestLogging: true,
    keepAliveTimeout: IDLE_MS,
    requestTimeout: 0,
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: "idle",
    routerOptions: { querystringParser: parseQuery, maxParamLength: 1000 },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    async (_request: unknown, body: string) => parseForm(body),
  );
  app.addContentTypeParser("*", { parseAs: "string" }, async (_request: unknown, body: string) => parseJson(body));

  const isOlder = (url: string) => !url.startsWith("/api/v1/");
  app.addHook("onSend", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = replyToError(httpError(error), isOlder(request.url));
    if (status >= 500) request.log.error(error);
    return reply.code(status).send(body);
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: "Not Found" }));

  const accounts = createAccounts(store);
  registerRoutes(app, createHandlers({ store, accounts, tokens }), createAuthenticate(accounts, tokens));
  return app;
}

/** Fastify's own refusals (a body too large) keep their meaning; everything else passes. */
function httpError(error: unknown): unknown {
  if (error instanceof Error && "statusCode" in error && error.statusCode === 413) {
    return new Malformed([{ loc: ["body"], msg: error.message, type: "value_error" }]);
  }
  return error;
}
