import { expect, test } from "vitest";
import {
  inputKeys,
  metadataKeys,
  metadataMisfits,
  tooManyMetadataKeys,
  vectorMisfits,
  vectorNames,
} from "./dataset-rules.ts";

const metadata = (values: object, id = "1") => ({ id, metadata: JSON.stringify(values) });
const vectors = (given: { [name: string]: number[] }) => ({
  id: "1",
  vectors: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, { value }])),
});

const keys = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `k${from + index}`);
const metadataWith = (names: readonly string[]) => metadata(Object.fromEntries(names.map((name) => [name, 1])));

test("TEN-18 metadata keys are counted once, those that are only kept among them, and beyond fifty they are too many", () => {
  const records = [metadataWith(keys(0, 30)), metadataWith([...keys(20, 49), "_kept"]), { id: null }];
  expect(tooManyMetadataKeys(keys(0, 49), metadataKeys(records))).toBeNull();
  expect(tooManyMetadataKeys(["other", "another"], metadataKeys(records))).toBe(52);
  expect(tooManyMetadataKeys(["other"], metadataKeys([...records, metadataWith(["more"])]))).toBe(51);
});

test("TEN-18 a value that is not of the kind of its key is named, whoever fixed the kind", () => {
  const known = new Map([["n", "integer" as const]]);
  expect(metadataMisfits(known, [metadata({ n: "12", m: true }), metadata({ m: "true" })])).toEqual([]);
  expect(
    metadataMisfits(known, [metadata({ n: "many" }, "a"), metadata({ m: true }), metadata({ m: "yes" }, "b")]),
  ).toEqual([
    `record 'a': metadata 'n' is of type integer, found "many"`,
    `record 'b': metadata 'm' is of type boolean, found "yes"`,
  ]);
  expect(metadataMisfits(known, [metadata({ _n: {}, list: [{ k: 1 }] }), metadata({ list: ["x"] })])).toEqual([]);
});

test("TEN-23 inputs are counted by their names", () => {
  const records = [{ id: "1", inputs: { b: "x", c: ["y"] } }, { id: "2", inputs: { c: "z" } }, { id: "3" }];
  expect([...inputKeys(["a", "b"], records)]).toEqual(["a", "b", "c"]);
});

test("TEN-22 vectors of one name have the length of the first", () => {
  expect([...vectorNames(["v"], [vectors({ v: [1], w: [1] })])]).toEqual(["v", "w"]);
  expect(vectorMisfits(new Map([["v", 2]]), [vectors({ v: [1, 2], w: [1] }), vectors({ w: [2] })])).toEqual([]);
  expect(vectorMisfits(new Map([["v", 2]]), [vectors({ v: [1] }), vectors({ w: [1] }), vectors({ w: [] })])).toEqual([
    "record '1': vector 'v' has 2 dimensions, found 1",
    "record '1': vector 'w' has 1 dimensions, found 0",
  ]);
});
