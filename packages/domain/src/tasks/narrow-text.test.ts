import fc from "fast-check";
import { expect, test } from "vitest";
import { readQuery } from "../search/query-string/read-query.ts";
import type { QueryTree } from "../search/query-tree.ts";
import { wordTexts } from "../text/text-analysis.ts";
import { cloudWords } from "./aggregations.ts";
import { cloudWordQuery, mentionQuery, narrowedBy, wordQuery } from "./narrow-text.ts";
import { taskSearchFields } from "./task-fields.ts";

const FIELDS = taskSearchFields({ task: "TokenClassification", inputs: [], metadata: new Map() });

/** True if the tree finds a record for which `isTrue` decides each leaf. */
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

/** True if one of the text's search words matches the expression of the query. */
function findsInWords(query: string, text: string): boolean {
  const expression = new RegExp(`^(?:${query.slice(1, -1)})$`, "su");
  return wordTexts(text).some((word) => expression.test(word));
}

test("TSE-28 TSE-20 a word of the cloud that is a part of words is found in them, and not in others", () => {
  const found = (word: string, text: string) => findsInWords(cloudWordQuery(word), text);
  expect([found("rd", "the 3rd day"), found("rd", "its words"), found("rd", "RD, in short")]).toEqual([
    true,
    false,
    true,
  ]);
  expect([found("don", "I don't"), found("don", "undone"), found("world", "hello2world")]).toEqual([true, false, true]);
  expect([found("rouge", "l'été rouge"), found("té", "l'été"), found("рд", "3рд"), found("рд", "гордо")]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(readQuery(cloudWordQuery("rd"), FIELDS, 0).tree).toMatchObject({ parts: [{ kind: "pattern" }] });
});

test("TSE-28 TSE-20 whatever the text, each word of its cloud in letters of Latin, Greek or Cyrillic finds it", () => {
  const piece = fc.constantFrom("rd", "3", "don", "'", "été", " ", "_", "рд", "Straße", ".", "x", "Ω", ",", "9");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      for (const word of cloudWords(text)) expect(findsInWords(cloudWordQuery(word), text)).toBe(true);
    }),
  );
});
