import type { CallInput } from "@postil/contract/call";
import "./manager-routes.ts";
import { underBase } from "../base-path.ts";
import { api } from "./api.ts";
import type { CallOptions, OptionsOf } from "./client.ts";
import { ApiFailure } from "./failure.ts";
import type { QuietCall } from "./quiet-calls.ts";
import type { Outgoing } from "./send.ts";

type Streamed = Response & { readonly body: ReadableStream<Uint8Array<ArrayBuffer>> };

/** A reply whose body is streamed, without a time limit. Throws an `ApiFailure` when there is no such reply. */
export async function openStream<Name extends QuietCall>(
  name: Name,
  request: CallInput<Name>,
  signal: AbortSignal,
): Promise<Streamed> {
  // All these calls may be quiet. The compiler can check that for one name, but not for a type parameter.
  const options = { quiet: true, signal, send: begun } as CallOptions as OptionsOf<Name>;
  const reply: unknown = await api.call(name, request, options);
  return reply as Streamed; // The type that `begun` resolves to.
}

async function begun({ method, address, body, headers, signal }: Outgoing): Promise<Streamed> {
  const init = {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  };
  const response = await fetch(underBase(address), init).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw new ApiFailure(null, null, "", error);
  });
  if (response.ok && response.body) return response as typeof response & { body: NonNullable<typeof response.body> };
  throw new ApiFailure(response.status, await response.json().catch(() => null), response.statusText);
}

/** Starts the download of an export. Also returns a function that requests its progress. */
export async function openExport<Name extends "exportDataset" | "exportTaskDataset" | "exportSnapshot">(
  name: Name,
  request: CallInput<Name>,
  signal: AbortSignal,
) {
  const { body, headers } = await openStream(name, request, signal);
  const params = { export_id: headers.get("x-postil-export") ?? "" };
  return { body, progress: () => api.call("getExport", { params }, { quiet: true }) };
}
