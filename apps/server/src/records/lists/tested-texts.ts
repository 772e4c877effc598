import type { Dictionary } from "../columns/dictionary.ts";

/** Results of recent tests on the texts of a dictionary: only new texts are tested again. */
type Tested = { flags: Uint8Array; count: number };

/** Maximum memory for all tests of a dictionary. */
const MOST_BYTES = 4 * 2 ** 20;

export function createTested(dictionary: Pick<Dictionary, "size" | "termOf">) {
  const kept = new Map<string, Tested>();
  let bytes = 0;

  const take = (wanted: string): Tested => {
    const known = kept.get(wanted) ?? { flags: new Uint8Array(0), count: 1 };
    if (kept.delete(wanted)) bytes -= known.flags.byteLength;
    return known;
  };
  const put = (wanted: string, tested: Tested) => {
    kept.set(wanted, tested);
    bytes += tested.flags.byteLength;
    for (const [oldest, { flags }] of kept) {
      if (bytes <= MOST_BYTES || oldest === wanted) break;
      kept.delete(oldest);
      bytes -= flags.byteLength;
    }
  };
  return {
    bytes: () => bytes,
    /** By code: 1 if the text passes. `wanted`: equal for equal tests. */
    flags: (wanted: string, test: (text: string) => boolean): Uint8Array => {
      const tested = take(wanted);
      const size = dictionary.size() + 1;
      if (size > tested.flags.length) {
        const flags = new Uint8Array(Math.ceil(size * 1.25));
        flags.set(tested.flags);
        tested.flags = flags;
      }
      for (let code = tested.count; code < size; code++) tested.flags[code] = test(dictionary.termOf(code)) ? 1 : 0;
      tested.count = size;
      put(wanted, tested);
      return tested.flags;
    },
  };
}
