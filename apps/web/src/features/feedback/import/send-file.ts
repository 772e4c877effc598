import type { WireUpload } from "@postil/contract/datasets/uploads";
import "../../../lib/api/manager-routes.ts";
import { api } from "../../../lib/api/api.ts";
import { ApiFailure } from "../../../lib/api/failure.ts";
import { type Outgoing, parseReply } from "../../../lib/api/send.ts";
import { underBase } from "../../../lib/base-path.ts";

/** A large file over a slow line takes hours. The person can cancel it. */
const WITHOUT_LIMIT = 2 ** 31 - 1;

type Sending = { readonly signal: AbortSignal; readonly onSent?: (bytes: number) => void };

/**
 * Sends a file to the server, which keeps it for a day, or its first records, which it keeps for about an hour. `onSent`: the
 * bytes that have left this browser.
 */
export function sendFile(
  content: Blob,
  { name, isBeginning }: { readonly name: string; readonly isBeginning: boolean },
  { signal, onSent = () => undefined }: Sending,
): Promise<WireUpload> {
  const send = (outgoing: Outgoing) => transfer(outgoing, content, signal, onSent);
  const query = isBeginning ? { name, is_beginning: true } : { name };
  return api.call("uploadFile", { query }, { quiet: true, timeout: WITHOUT_LIMIT, send });
}

/** `fetch` does not tell how much of a body is sent. */
function transfer(
  { method, address, headers }: Outgoing,
  content: Blob,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const unreached = () => reject(new ApiFailure(null, null, ""));
    request.open(method, underBase(address));
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onload = () => {
      const { status, statusText } = request;
      const body = bodyOf(request.responseText);
      if (status >= 200 && status < 300 && body !== null) resolve(body);
      else reject(new ApiFailure(status, body, statusText, undefined, request.getResponseHeader("retry-after")));
    };
    request.onerror = unreached;
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener("abort", stop);
    signal.addEventListener("abort", stop);
    request.send(content);
  });
}

/** A proxy refuses large bodies with a page of its own. */
function bodyOf(text: string): unknown {
  try {
    return parseReply(text);
  } catch {
    return null;
  }
}
