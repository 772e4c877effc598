import type { FastifyInstance } from "fastify";
import { docsPage } from "./docs-page.ts";
import { openApi } from "./openapi.ts";

const PAGE_PATHS = ["/api/docs", "/api/v1/docs"];
const SPECIFICATION_PATHS = ["/api/openapi.json", "/api/v1/openapi.json"];

/** Nothing but the page itself: no script, nothing loaded from anywhere, and in nobody's frame. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The API's description of itself, for people and for tools (contract api-v1 section 1, API-38). */
export function registerDocs(app: FastifyInstance, basePath: string): void {
  // Made when first asked for: nothing of it belongs to the start.
  let specification: ReturnType<typeof openApi> | undefined;
  let page: string | undefined;
  const specify = () => (specification ??= openApi(basePath));

  for (const path of SPECIFICATION_PATHS) app.get(path, async () => specify());
  for (const path of PAGE_PATHS) {
    app.get(path, async (_request, reply) => {
      page ??= docsPage(specify());
      return reply.type("text/html; charset=utf-8").header("content-security-policy", POLICY).send(page);
    });
  }
  for (const path of ["/docs", "/api"])
    app.get(path, async (_request, reply) => reply.redirect(`${basePath}api/docs`, 307));
}
