import type { CustomFetch } from "openid-client";

/** More than any document of a provider holds. */
const MOST_BYTES = 1024 * 1024;

/** No answer came. */
export class NotReached extends TypeError {}
/** What answered has a certificate that this server has no reason to trust. */
export class NotTrusted extends TypeError {}
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
    const code = certificateFault(error);
    if (code !== null) throw new NotTrusted(`${code}; ${OWN_AUTHORITY}`, { cause: error });
    throw new NotReached("No answer came.", { cause: error });
  }
}

const OWN_AUTHORITY =
  "the certificate of an authority of one's own is a file in PEM that NODE_EXTRA_CA_CERTS names when Postil starts";

/** Node's and OpenSSL's names for a certificate that is not to be trusted; null for every other failure. */
function certificateFault(error: unknown): string | null {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "";
  return /CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE/.test(code) ? code : null;
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
