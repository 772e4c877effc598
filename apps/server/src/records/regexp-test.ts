import type { WordTest } from "@postil/domain/search/word-pattern";
import { RE2JS } from "re2js";

/** A test that a whole word matches an expression. Its time is proportional to the word, whatever the expression is. */
export function regexpTest(expression: string): WordTest {
  const compiled = RE2JS.compile(expression, RE2JS.DOTALL);
  return (word) => compiled.testExact(word);
}
