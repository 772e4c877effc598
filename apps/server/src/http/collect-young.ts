import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Looks through the objects of this thread that are young, and frees what none of them holds: a millisecond. Buffers that are handed
 * on weigh nothing here but a few bytes each, so they would lie about by the dozens of megabytes until their turn comes.
 */
export function collectYoung(): void {
  collect ??= findCollect();
  collect({ type: "minor" });
}

type Collect = (what: { readonly type: "minor" }) => void;
let collect: Collect | null = null;

/** The engine shows it to those contexts alone that are made while this flag stands. */
function findCollect(): Collect {
  setFlagsFromString("--expose-gc");
  const found: Collect = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  return found;
}
