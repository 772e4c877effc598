import { expect, test } from "vitest";
import type { ResponseStatus } from "./labeled-record.ts";
import { reasonText } from "./reason.ts";
import type { AnswerValue, AnswerValues } from "./record.ts";
import { responseFault } from "./record-rules.ts";
import { QUESTIONS } from "./rules.fixture.ts";

const FIELDS = { text: "hello world", title: null };
const RANKED = [
  { value: "a", rank: 1 },
  { value: "b", rank: 1 },
  { value: "c", rank: 3 },
];
const COMPLETE: AnswerValues = { label: { value: "a" }, rank: { value: RANKED } };

function fault(status: ResponseStatus, values: AnswerValues | null, fields = FIELDS) {
  const reason = responseFault(QUESTIONS, { status, values }, fields);
  return reason && reasonText(reason);
}
const draftFault = (question: string, value: AnswerValue) => fault("draft", { [question]: { value } });

test("FAN-13 a submitted response needs values, and one for each required question", () => {
  expect(fault("submitted", null)).toBe("missing response values for submitted response");
  expect(fault("submitted", {})).toBe("missing response values for submitted response");
  expect(fault("submitted", { note: { value: "x" } })).toBe(
    "missing response value for required question with name='label'",
  );
  expect(fault("submitted", { label: { value: "a" } })).toBe(
    "missing response value for required question with name='rank'",
  );
  expect(fault("submitted", COMPLETE)).toBeNull();
});

test("FAN-13 drafts and discarded responses may be empty", () => {
  for (const status of ["draft", "discarded"] as const) {
    expect(fault(status, null)).toBeNull();
    expect(fault(status, {})).toBeNull();
  }
});

test("FAN-13 checks come in order: required questions, then unknown ones in the order sent, then the values", () => {
  const unknown = { zz: { value: 1 }, yy: { value: 1 }, label: { value: "wrong" } };
  expect(fault("submitted", unknown)).toBe("missing response value for required question with name='rank'");
  expect(fault("draft", unknown)).toBe("found response value for non configured question with name='zz'");
  expect(fault("draft", { rate: { value: 9 }, label: { value: "wrong" } })).toMatch(/^'wrong' is not a valid label/);
});

test("FAN-13 names of an object's own machinery are unknown questions like any other", () => {
  const values = JSON.parse('{"__proto__":{"value":1}}');
  expect(fault("draft", values)).toBe("found response value for non configured question with name='__proto__'");
});

test("FAN-13 label, rating and text take one of their values", () => {
  expect(draftFault("label", "z")).toBe(
    "'z' is not a valid label for label selection question.\nValid labels are: ['a', 'b']",
  );
  expect(draftFault("label", ["a"])).toMatch(/^\['a'\] is not a valid label/);
  expect(draftFault("rate", 9)).toBe("9 is not a valid rating for rating question.\nValid ratings are: [1, 2, 3]");
  expect(draftFault("rate", "1")).toMatch(/^'1' is not a valid rating/);
  expect(draftFault("note", 5)).toBe("text question expects a text value, found <class 'int'>");
  expect(draftFault("note", "")).toBeNull();
});

test("FAN-13 several labels: some, each once, each an option", () => {
  expect(draftFault("multi", "a")).toBe(
    "multi label selection questions expects a list of values, found <class 'str'>",
  );
  expect(draftFault("multi", [])).toBe("multi label selection questions expects a list of values, found empty list");
  expect(draftFault("multi", ["a", "a", "zz"])).toBe(
    "multi label selection questions expect a list of unique values, but duplicates were found",
  );
  expect(draftFault("multi", ["z", "a", "q"])).toBe(
    "['q', 'z'] are not valid labels for multi label selection question.\nValid labels are: ['a', 'b', 'c']",
  );
  expect(draftFault("multi", RANKED)).toBe("multi label selection questions expects a list of labels");
  expect(draftFault("multi", ["c", "a"])).toBeNull();
});

test("FAN-13 a ranking must be complete only when it is submitted; ties are fine", () => {
  const submit = (value: AnswerValue) => fault("submitted", { ...COMPLETE, rank: { value } });
  const partial = [{ value: "a", rank: 1 }];
  expect(submit(partial)).toBe("ranking question expects a list containing 3 values, found a list of 1 values");
  expect(draftFault("rank", partial)).toBeNull();
  const wrong = [
    { value: "a", rank: 9 },
    { value: "b", rank: null },
    { value: "c", rank: 7 },
  ];
  expect(submit(wrong)).toBe("[None, 7, 9] are not valid ranks for ranking question.\nValid ranks are: [1, 2, 3]");
  expect(draftFault("rank", wrong)).toBeNull();
  expect(submit(RANKED)).toBeNull();
});

test("FAN-13 a ranking holds known options, each once", () => {
  const ranks = (...values: string[]) => values.map((value, index) => ({ value, rank: index + 1 }));
  expect(draftFault("rank", ranks("zz", "a", "yy"))).toBe(
    "['yy', 'zz'] are not valid values for ranking question.\nValid values are: ['a', 'b', 'c']",
  );
  expect(draftFault("rank", ranks("a", "a"))).toBe(
    "ranking question expects a list of unique values, but duplicates were found",
  );
  expect(draftFault("rank", "a")).toBe("ranking question expects a list of values, found <class 'str'>");
  expect(draftFault("rank", ["a"])).toBe("ranking question expects a list of ranked values");
});
