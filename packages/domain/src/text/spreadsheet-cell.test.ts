import { assert, property, string, stringMatching } from "fast-check";
import { expect, test } from "vitest";
import { cellOfText, textOfCell } from "./spreadsheet-cell.ts";

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
