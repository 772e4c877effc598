import type { CustomFetch } from "openid-client";

/** More than any document of a provider holds. */
const MOST_BYTES = 1024 * 1024;

/** No answer came. */
export class NotReached extends TypeError {}
/** Something is wrong at the provider, or at a machine in between. */
export class AnsweredWithError extends TypeError {}

/** `fetch`, of replies that a provider may be asked for: bounded in size, as the caller's signal bounds them in time. */
export const boundedFetch: CustomFetch = async (url, options) => {
  const response = await reached(url, options);
  if (response.status >= 500) {
    await response.body?.cancel();
    throw new AnsweredWithError(`it answered ${response.status}`);
  }
  const { status, statusText, headers } = response;
  const body = await bodyOf(response);
  return new Response(body.length === 0 ? null : body, { status, statusText, headers });
};

async function reached(...[url, options]: Parameters<CustomFetch>): Promise<Response> {
  try {
    return await fetch(url, options as RequestInit); // the same, but for a body type that fetch takes too
  } catch (error) {
    if (error instanceof DOMException) throw error;
    throw new NotReached("No answer came.", { cause: error });
  }
}

async function bodyOf(response: Response): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MOST_BYTES) throw new Error(`The answer is larger than ${MOST_BYTES} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
