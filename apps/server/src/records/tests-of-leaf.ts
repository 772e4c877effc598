import { standNear } from "@postil/domain/search/near-words";
import { occurs } from "@postil/domain/search/text-query";
import { wordTest } from "@postil/domain/search/word-pattern";
import { cutText } from "@postil/domain/text/cut-text";
import type { ValueTest } from "../storage/value-demand.ts";
import { regexpTest } from "./regexp-test.ts";
import type { WordLeaf } from "./registry.ts";

/** Whether a value is what is asked of it; `excluded`: a record must have none that is. */
export type LeafTest = { readonly test: ValueTest; readonly excluded: boolean };

/** What a leaf asks of the words of single values, each of which may be answered by another of a record's. */
export function testsOf(leaf: WordLeaf): LeafTest[] {
  const cut = (value: string) => cutText(value, leaf.analysis).map(({ text }) => text);
  switch (leaf.kind) {
    case "words":
      return leaf.demands.map((demand) => ({
        test: (value) => occurs(demand, cut(value)),
        excluded: demand.excluded,
      }));
    case "near":
      return [{ test: (value) => standNear(leaf.words, leaf.slop, cut(value)), excluded: false }];
    case "pattern": {
      const fits = wordTest(leaf.pattern, regexpTest);
      return [{ test: (value) => cut(value).some(fits), excluded: false }];
    }
  }
}
