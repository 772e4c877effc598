import { standNear } from "@postil/domain/search/query-string/search-keywords";
import { occurs } from "@postil/domain/search/text-query";
import { wordTest } from "@postil/domain/search/word-pattern";
import { cutText } from "@postil/domain/text/text-analysis";
import type { ValueTest } from "../storage/value-sources.ts";
import { regexpTest } from "./regexp-test.ts";
import type { WordLeaf } from "./registry.ts";

/** A test of single values; `excluded`: a record must have no value that passes. */
export type LeafTest = { readonly test: ValueTest; readonly excluded: boolean };

/** The word tests of a leaf. Different values of a record may pass different tests. */
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
