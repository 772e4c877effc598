import type { FastifyReply } from "fastify";

/**
 * Aborted when the connection is closed before the answer was written. Fastify's own signal of a request is silent once the
 * body has been read.
 */
export function clientLeft({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) left.abort();
  });
  if (raw.closed && !raw.writableFinished) left.abort();
  return left.signal;
}
