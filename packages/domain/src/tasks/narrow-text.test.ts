import fc from "fast-check";
import { expect, test } from "vitest";
import { readQuery } from "../search/query-string/read-query.ts";
import type { QueryTree } from "../search/query-tree.ts";
import { mentionQuery, narrowedBy, wordQuery } from "./narrow-text.ts";
import { taskSearchFields } from "./task-fields.ts";

const FIELDS = taskSearchFields({ task: "TokenClassification", inputs: [], metadata: new Map() });

/** Whether a record is found of which each leaf is true or not. */
function holds(tree: QueryTree, isTrue: (leaf: string) => boolean): boolean {
  if (tree.kind === "and") return tree.parts.every((part) => holds(part, isTrue));
  if (tree.kind === "or") return tree.parts.some((part) => holds(part, isTrue));
  if (tree.kind === "not") return !holds(tree.part, isTrue);
  return isTrue(JSON.stringify(tree));
}

test("TSE-28 a word is added to the text by AND, and once", () => {
  expect(narrowedBy(undefined, wordQuery("pond"))).toBe("pond");
  expect(narrowedBy("  ", wordQuery("pond"))).toBe("pond");
  expect(narrowedBy("bin*", wordQuery("pond"))).toBe("bin* AND pond");
  expect(narrowedBy("wall OR bank", wordQuery("pond"))).toBe("(wall OR bank) AND pond");
  expect(narrowedBy("(wall OR bank) AND pond", wordQuery("cat"))).toBe("(wall OR bank) AND pond AND cat");
  expect(narrowedBy("bin* AND pond", wordQuery("pond"))).toBe("bin* AND pond");
});

test("TSE-28 what would be read as something else is quoted", () => {
  expect(["pond", "Straße", "مرحبا"].map(wordQuery)).toEqual(["pond", "Straße", "مرحبا"]);
  expect(
    ["OR", "NOT", "the Snares", "v1.2", "a:b", "你好", "🚂", 'say "no"', "C:\\temp", "bin*"].map(wordQuery),
  ).toEqual([
    '"OR"',
    '"NOT"',
    '"the Snares"',
    '"v1.2"',
    '"a:b"',
    '"你好"',
    '"🚂"',
    '"say \\"no\\""',
    '"C:\\\\temp"',
    '"bin*"',
  ]);
});

test("TSE-28 a mention without words is looked for among the mentions", () => {
  expect(mentionQuery("Port Chalmers", "annotation")).toBe('"Port Chalmers"');
  expect(mentionQuery("%", "annotation")).toBe('metrics.annotated.mentions.value:"%"');
  expect(mentionQuery("%", "prediction")).toBe('metrics.predicted.mentions.value:"%"');
});

test("TSE-28 whatever is pressed can be read, and narrows the text whatever that was", () => {
  const mention = fc.oneof(
    fc.string({ minLength: 1, unit: "grapheme" }),
    fc.constantFrom("AND", "a OR b", '"', "\\", "(", "-x"),
  );
  const text = fc.constantFrom("bin*", "a OR b", "a || b", "NOT a", '"a b"', "status:Validated", "a b OR c d");
  fc.assert(
    fc.property(text, mention, fc.func(fc.boolean()), (before, pressed, isTrue) => {
      const query = mentionQuery(pressed, "annotation");
      const finds = (asked: string) => holds(readQuery(asked, FIELDS, 0).tree, isTrue);
      expect(finds(narrowedBy(before, query))).toBe(finds(before) && finds(query));
    }),
  );
});
