import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import fastifyStatic from "@fastify/static";
import { PAGE_PATHS } from "@postil/contract/path";
import { type PasswordRules, USUAL_PASSWORD_RULES } from "@postil/domain/accounts/passwords";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PageFiles } from "../storage/peers.ts";
import { createKnownPaths } from "./paths.ts";

export type PageOptions = {
  /** The folder of the built page. */
  readonly folder: string;
  /** The path of the page: `/`, or the path of POSTIL_BASE_URL. */
  readonly basePath: string;
  /** The pages of other servers of the same data; absent: there are none. */
  readonly others?: PageFiles | undefined;
};

/** Files next to the entry document. All files with a hash in the name are in `assets/`. */
const FILE_BESIDE = /^\/[A-Za-z0-9_-]+\.(?:svg|png|ico|txt|webmanifest)$/;

/** Files with a hash are all in one folder. Other names do not exist there. */
const FILE_WITH_HASH = /^\/assets\/[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;

const NOT_BUILT =
  "The page of Postil is not built yet. Stop the server and start it with `npm start`, which builds it, or run `npm run build` and load this page again.\n";

const isPage = createKnownPaths(PAGE_PATHS);

/**
 * Serves the built page (API-38): its files, and the entry document for the page's addresses, so that deep links work. Any
 * other path is not found: the page tells people so, and the status tells programs. Returns the handler for paths that no
 * route takes.
 */
export function registerPage(
  app: FastifyInstance,
  { folder, basePath, others }: PageOptions,
  passwords: PasswordRules,
) {
  app.register(fastifyStatic, {
    root: join(folder, "assets"),
    // The plugin's own route lists the whole folder for each file, to compare the case of the name. That is half the cost of
    // a file.
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
    const html = withRules(passwords, under(basePath, readFileSync(file, "utf8")));
    const code = isPage(path.replace(/(?<=.)\/$/, "")) ? 200 : 404;
    return reply.code(code).header("cache-control", "no-cache").type("text/html; charset=utf-8").send(html);
  };

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request);
    const reads = request.method === "GET" || request.method === "HEAD";
    if (reads && others && FILE_WITH_HASH.test(path)) {
      if (await sendOfOthers(path.slice("/assets/".length), others, request, reply)) return reply;
    }
    // The file of an earlier build must not be answered with a page: the browser would take the page for a script.
    if (!reads || isApiPath(path) || path.startsWith("/assets/")) return reply.code(404).send({ detail: "Not Found" });
    if (FILE_BESIDE.test(path) && existsSync(join(folder, path))) {
      return reply.header("cache-control", "max-age=3600").sendFile(path.slice(1), folder, { cacheControl: false });
    }
    return sendEntry(path, reply);
  };
}

const pathOf = ({ url }: FastifyRequest): string => url.split("?", 1)[0] ?? "/";

/** The entry document of a page under a base path: its file addresses begin with it, and a meta tag names it. */
function under(basePath: string, html: string): string {
  if (basePath === "/") return html;
  return html
    .replaceAll(/(src|href)="\//g, `$1="${basePath}`)
    .replace("</head>", `<meta name="base-path" content="${basePath}"></head>`);
}

/** Meta tags with rules that are not the usual ones, so that the page knows them before it is drawn (COM-01, COM-14). */
function withRules({ accepted, min }: PasswordRules, html: string): string {
  const rules = [
    ...(accepted ? [] : ['<meta name="sign-in" content="provider">']),
    ...(min === USUAL_PASSWORD_RULES.min ? [] : [`<meta name="password-min" content="${min}">`]),
  ];
  return html.replace("</head>", `${rules.join("")}</head>`);
}

const isApiPath = (path: string): boolean => path === "/api" || path.startsWith("/api/");

/**
 * Behind a balancer the entry document may come from one server and its code from another, of another version. So each server gives its
 * files to the others, compressed where the build has them so.
 */

const COMPRESSED = ".br";
const TYPES: { readonly [extension: string]: string } = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Gives the files with a hash of a built page to the servers of the same database. Nothing, if the page is not built. */
export async function sharePage(page: string, others: PageFiles): Promise<void> {
  const folder = join(page, "assets");
  const all = existsSync(folder) ? readdirSync(folder) : [];
  const inAll = new Set(all);
  const shared = all.filter(
    (name) => !inAll.has(name + COMPRESSED) && (TYPES[extname(name)] !== undefined || name.endsWith(COMPRESSED)),
  );
  await others.share(shared, (name) => readFileSync(join(folder, name)));
}

/** Sends a file of the page of another server. False: no server had it lately. */
async function sendOfOthers(
  name: string,
  others: PageFiles,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const type = TYPES[extname(name)];
  if (type === undefined) return false;
  const found = await others.find([name + COMPRESSED, name]);
  if (found === null) return false;
  const isPacked = found.name !== name;
  const isSentPacked = isPacked && /\bbr\b/.test(String(headers["accept-encoding"] ?? ""));
  if (isSentPacked) reply.header("content-encoding", "br");
  reply.header("cache-control", "public, max-age=31536000, immutable").header("vary", "accept-encoding").type(type);
  reply.send(isPacked && !isSentPacked ? brotliDecompressSync(found.bytes) : found.bytes);
  return true;
}
