import type { WireUpload } from "@postil/contract/datasets/uploads";
import "../../../lib/api/manager-routes.ts";
import { api } from "../../../lib/api/api.ts";
import { ApiFailure } from "../../../lib/api/failure.ts";
import { type Outgoing, parseReply } from "../../../lib/api/send.ts";
import { underBase } from "../../../lib/base-path.ts";

/** A large file over a slow line takes hours. The person can cancel it. */
const WITHOUT_LIMIT = 2 ** 31 - 1;

/** Sends a file to the server, which keeps it for a day. `onSent`: the bytes that have left this browser. */
export function sendFile(file: File, signal: AbortSignal, onSent: (bytes: number) => void): Promise<WireUpload> {
  const send = (outgoing: Outgoing) => transfer(outgoing, file, signal, onSent);
  return api.call("uploadFile", { query: { name: file.name } }, { quiet: true, timeout: WITHOUT_LIMIT, send });
}

/** `fetch` does not tell how much of a body is sent. */
function transfer(
  { method, address, headers }: Outgoing,
  file: File,
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
    request.send(file);
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
