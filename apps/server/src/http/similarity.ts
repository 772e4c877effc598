import type { FoundPage } from "../usecases/feedback/find-records.ts";
import { WrittenReply } from "./handler.ts";

/** How a search by vector says in `Server-Timing` what has answered it (PGS-100). */

type Similarity = NonNullable<FoundPage["similarity"]>;

const SAYS = { copy: "copy in memory", index: "index", scan: "scan" } as const satisfies {
  readonly [B in Similarity["by"]]: string;
};

const LINE_END = "\n";
const BEGINS_JSON = "{".charCodeAt(0);

/** JSON behind a line with the header, as the thread that has read the data hands it to the one that answers. */
export const withTiming = (similarity: Similarity | null, json: string): string =>
  similarity === null
    ? json
    : `similarity;desc="${SAYS[similarity.by]}";dur=${similarity.ms.toFixed(1)}${LINE_END}${json}`;

/** The reply of a search that may have been one by vector. */
export function timedReply(written: Uint8Array<ArrayBuffer>): WrittenReply {
  if (written[0] === BEGINS_JSON) return new WrittenReply(written);
  const end = written.indexOf(LINE_END.charCodeAt(0));
  const line = new TextDecoder().decode(written.subarray(0, end));
  return new WrittenReply(written.subarray(end + 1), { "server-timing": line });
}
