import type { CustomFetch } from "openid-client";

/** Maximum size of a reply: larger than any document of a provider. */
const MOST_BYTES = 1024 * 1024;

/** No answer came. */
export class NotReached extends TypeError {}
/** The other side has a certificate that this server does not trust. */
export class NotTrusted extends TypeError {}
/** The provider, or a machine in between, answered with a server error. */
export class AnsweredWithError extends TypeError {}

/** `fetch` for replies of a provider. It limits their size; the caller's signal limits their time. */
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
    return await fetch(url, options as RequestInit); // the same, except for a body type that fetch also accepts
  } catch (error) {
    if (error instanceof DOMException) throw error;
    const code = certificateFault(error);
    if (code !== null) throw new NotTrusted(`${code}; ${OWN_AUTHORITY}`, { cause: error });
    throw new NotReached("No answer came.", { cause: error });
  }
}

const OWN_AUTHORITY =
  "the certificate of an authority of one's own is a file in PEM that NODE_EXTRA_CA_CERTS names when Postil starts";

/** Node's or OpenSSL's error code for an untrusted certificate; null for every other failure. */
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
