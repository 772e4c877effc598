import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { PAGE_PATHS } from "@postil/contract/page-paths";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createKnownPaths } from "./known-paths.ts";

export type PageOptions = {
  /** The folder of the built page. */
  readonly folder: string;
  /** Where people find it: `/`, or the path of POSTIL_BASE_URL. */
  readonly basePath: string;
};

/** Files beside the entry document, by name; everything with a hash in its name lies in `assets/`. */
const FILE_BESIDE = /^\/[A-Za-z0-9_-]+\.(?:svg|png|ico|txt|webmanifest)$/;

/** Files with a hash lie side by side. What is called otherwise is not there. */
const FILE_WITH_HASH = /^\/assets\/[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;

const NOT_BUILT =
  "The page of Postil is not built yet. Stop the server and start it with `npm start`, which builds it, or run `npm run build` and load this page again.\n";

const isPage = createKnownPaths(PAGE_PATHS);

/**
 * Serves the built page (API-38): its files, and the entry document for its addresses, so that deep links work. Any other path is
 * not there: the page says so to people, and the status to programs. Returns what answers a path that no route takes.
 */
export function registerPage(app: FastifyInstance, { folder, basePath }: PageOptions) {
  app.register(fastifyStatic, {
    root: join(folder, "assets"),
    // Its own route lists the whole folder for each file, to compare the case of the name: half of what a page's files cost.
    serve: false,
    preCompressed: true,
    cacheControl: true,
    immutable: true,
    maxAge: "365d",
    index: false,
  });
  app.get("/assets/*", (request, reply) => {
    const path = pathOf(request);
    return FILE_WITH_HASH.test(path) ? reply.sendFile(path.slice("/assets/".length)) : reply.callNotFound();
  });

  const sendEntry = (path: string, reply: FastifyReply) => {
    const file = join(folder, "index.html");
    if (!existsSync(file)) return reply.code(503).type("text/plain; charset=utf-8").send(NOT_BUILT);
    // Read each time: it is small, and a new build shows at once.
    const html = under(basePath, readFileSync(file, "utf8"));
    const code = isPage(path.replace(/(?<=.)\/$/, "")) ? 200 : 404;
    return reply.code(code).header("cache-control", "no-cache").type("text/html; charset=utf-8").send(html);
  };

  return (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request);
    const reads = request.method === "GET" || request.method === "HEAD";
    // A file that an earlier build had must not be answered with a page: the browser would take it for a script.
    if (!reads || isApiPath(path) || path.startsWith("/assets/")) return reply.code(404).send({ detail: "Not Found" });
    if (FILE_BESIDE.test(path) && existsSync(join(folder, path))) {
      return reply.header("cache-control", "max-age=3600").sendFile(path.slice(1), folder, { cacheControl: false });
    }
    return sendEntry(path, reply);
  };
}

const pathOf = ({ url }: FastifyRequest): string => url.split("?", 1)[0] ?? "/";

/** The entry document for a page that lies under a path: its files are there, and it is told so. */
function under(basePath: string, html: string): string {
  if (basePath === "/") return html;
  return html
    .replaceAll(/(src|href)="\//g, `$1="${basePath}`)
    .replace("</head>", `<meta name="base-path" content="${basePath}"></head>`);
}

const isApiPath = (path: string): boolean => path === "/api" || path.startsWith("/api/");
