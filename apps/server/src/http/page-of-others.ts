import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { PageFiles } from "../storage/peers.ts";

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
export async function sendOfOthers(
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
