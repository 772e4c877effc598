import fc from "fast-check";
import { expect, test } from "vitest";
import { datasetNameOf, partNameOf } from "./made-names.ts";
import { DATASET_NAME, PART_NAME, TASK_DATASET_NAME, USERNAME, uniqueNames, WORKSPACE_NAME } from "./names.ts";

const accepts = (pattern: RegExp, names: readonly string[]) => names.filter((name) => pattern.test(name));

test("FSE-28 names of datasets: letters, digits, hyphen, underscore and space, no hyphen or underscore in front", () => {
  const good = ["My Dataset_2-b", "9", " a", "A"];
  expect(accepts(DATASET_NAME.pattern, good)).toEqual(good);
  expect(accepts(DATASET_NAME.pattern, ["-a", "_a", "a/b", "é", "a.b", "", "a\u0000"])).toEqual([]);
});

test("FSE-28 names of parts: lower case with a letter or digit in it", () => {
  const good = ["text", "a-b_2", "-a", "_1", "0"];
  expect(accepts(PART_NAME.pattern, good)).toEqual(good);
  expect(accepts(PART_NAME.pattern, ["Text", "a b", "_-", "", "ñ"])).toEqual([]);
});

test("API-37 names of workspaces and users", () => {
  expect(accepts(WORKSPACE_NAME.pattern, ["first", "a-b_c", "2"])).toEqual(["first", "a-b_c", "2"]);
  expect(accepts(WORKSPACE_NAME.pattern, ["First", "-a", "_a", "a b", ""])).toEqual([]);
  // Brackets, caret and backtick are in the reference's range; names in use may have them.
  expect(accepts(USERNAME.pattern, ["Ann", "a-b", "[x]", "a^b"])).toEqual(["Ann", "a-b", "[x]", "a^b"]);
  expect(accepts(USERNAME.pattern, ["-a", "_a", "a b", "a.b", "a@b", ""])).toEqual([]);
});

test.each([
  ["intent", "intent"],
  ["_id", "_id"],
  ["Customer ID", "customer_id"],
  ["Größe (cm)", "grosse_cm"],
  ["Übersetzung", "ubersetzung"],
  ["名前 a", "mingqian_a"],
  ["Отзывы клиентов", "otzyvy_klientov"],
  ["🐦", "bird"],
  ["Message 🐦", "message"],
  ["", null],
  ["---", null],
])("IMP-03 the part named after %j is %j", (text, name) => {
  expect(partNameOf(text)).toBe(name);
});

test.each([
  ["Reviews (June)", "Reviews -June-"],
  ["Отзывы", "Otzyvy"],
  ["顧客の声", "GuKenoSheng"],
  ["_ملف_", "mlf_"],
  ["réponses", "reponses"],
  ["—…", null],
])("IMP-26 the dataset named after %j is %j", (text, name) => {
  expect(datasetNameOf(text)).toBe(name);
});

test("IMP-26 a dataset name made of any text is a valid one, of either family", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 1000 }), fc.boolean(), (text, isOfTask) => {
      const name = datasetNameOf(text, { isOfTask });
      if (name === null) return;
      expect(name).toMatch((isOfTask ? TASK_DATASET_NAME : DATASET_NAME).pattern);
      expect(name.length).toBeLessThanOrEqual(DATASET_NAME.max);
    }),
  );
});

test("IMP-03 names made of texts are accepted, and different from each other and from those there are", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 300 })), fc.array(fc.string()), (texts, there) => {
      const unique = uniqueNames(new Set(there));
      const made = texts.map((text) => unique(partNameOf(text) ?? "part"));
      for (const name of made) {
        expect(PART_NAME.pattern.test(name)).toBe(true);
        expect(name.length).toBeLessThanOrEqual(PART_NAME.max);
      }
      expect(new Set([...made, ...there]).size).toBe(made.length + new Set(there).size);
    }),
  );
});

test("FSE-28 no name holds anything that would have to be escaped in a path of JSON or of an address", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary-ascii" }), (name) => {
      fc.pre(PART_NAME.pattern.test(name));
      expect(encodeURIComponent(name)).toBe(name);
      expect(JSON.stringify(name)).toBe(`"${name}"`);
    }),
  );
});
