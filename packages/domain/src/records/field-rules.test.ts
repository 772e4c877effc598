import { expect, test } from "vitest";
import { fieldsFault } from "./record-rules.ts";

const FIELDS = [
  { name: "text", required: true },
  { name: "more", required: false },
];

test("FEN-26 a record has its required fields and no others than the dataset's", () => {
  expect(fieldsFault(FIELDS, {})).toBe("missing required value for field: 'text'");
  expect(fieldsFault(FIELDS, { text: null })).toBe("missing required value for field: 'text'");
  expect(fieldsFault(FIELDS, { text: "x", zz: "y", yy: null })).toBe(
    "found fields values for non configured fields: ['zz', 'yy']",
  );
  expect(fieldsFault(FIELDS, { text: "", more: null })).toBeNull();
  expect(fieldsFault([{ name: "toString", required: true }], {})).toBe("missing required value for field: 'toString'");
});
