import { expect, test } from "vitest";
import { reasonText } from "./reason.ts";
import { fieldsFault } from "./record-rules.ts";

const FIELDS = [
  { name: "text", required: true },
  { name: "more", required: false },
];

const fault = (...given: Parameters<typeof fieldsFault>) => {
  const reason = fieldsFault(...given);
  return reason && reasonText(reason);
};

test("FEN-26 a record has its required fields and no others than the dataset's", () => {
  expect(fault(FIELDS, {})).toBe("missing required value for field: 'text'");
  expect(fault(FIELDS, { text: null })).toBe("missing required value for field: 'text'");
  expect(fault(FIELDS, { text: "x", zz: "y", yy: null })).toBe(
    "found fields values for non configured fields: ['zz', 'yy']",
  );
  expect(fault(FIELDS, { text: "", more: null })).toBeNull();
  expect(fault([{ name: "toString", required: true }], {})).toBe("missing required value for field: 'toString'");
});
