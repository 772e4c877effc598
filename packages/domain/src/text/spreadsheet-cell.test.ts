import { assert, jsonValue, oneof, property, string, stringMatching } from "fast-check";
import { expect, test } from "vitest";
import { cellOfText, cellOfValue, textOfCell, valueOfCell } from "./spreadsheet-cell.ts";

test("EXP-06 what a spreadsheet would run as a formula becomes text, numbers stay numbers", () => {
  for (const formula of ["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\tx", "\rx", "＝1"])
    expect(cellOfText(formula)).toBe(`'${formula}`);
  for (const [text, cell] of [
    ["\t=1", "'\t'=1"],
    ["\r=1", "'\r'=1"],
    ["a;=1+1", "a;'=1+1"],
    ['a\t"=1+1"', 'a\t\'"=1+1"'],
    ["a\n\n- b; c", "a\n\n'- b; c"],
  ] as const)
    expect(cellOfText(text)).toBe(cell);
  for (const harmless of ["-5", "-1.5e3", "a=b", "", "'quoted'"]) expect(cellOfText(harmless)).toBe(harmless);
});

test("EXP-06 every text reads back from its cell, and no cell but a number begins like a formula", () => {
  const risky = stringMatching(/^'{0,3}[=+\-@\t\r\n＝]?(?:[\s\S]|[;\t\n]["' ]{0,2}[=@]?){0,8}$/);
  for (const texts of [string({ unit: "grapheme" }), risky]) {
    assert(
      property(texts, (text) => {
        const cell = cellOfText(text);
        expect(textOfCell(cell)).toBe(text);
        expect(/^[=+@\t\r\n＝＋－＠]/.test(cell)).toBe(false);
        if (cell.startsWith("-")) expect(Number(cell)).not.toBeNaN();
        for (const part of cell.split(/[;\t\r\n]/).slice(1)) expect(part).not.toMatch(/^(?!')["' ]*[=+\-@＝＋－＠]/);
      }),
    );
  }
});

test("EXP-07 any value reads back from its cell; texts that look like no other value stand as they are", () => {
  for (const plain of ["one", "2024-05-01", "0049", "truely", "a [1]", ""]) expect(cellOfValue(plain)).toBe(plain);
  for (const odd of ["5", "-1.5e3", "true", "null", "[x", '"y"', "{"])
    expect(cellOfValue(odd)).toBe(JSON.stringify(odd));
  assert(
    property(oneof(jsonValue(), stringMatching(/^["[{\-\dtfn][\s\S]{0,6}$/)), (value) => {
      const same: unknown = JSON.parse(JSON.stringify(value));
      expect(JSON.parse(valueOfCell(textOfCell(cellOfText(cellOfValue(same)))))).toEqual(same);
    }),
  );
});
