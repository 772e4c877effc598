import { assert, property, string, stringMatching } from "fast-check";
import { expect, test } from "vitest";
import { cellOfText, textOfCell } from "./spreadsheet-cell.ts";

test("EXP-06 what a spreadsheet would run as a formula becomes text, numbers stay numbers", () => {
  for (const formula of ["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "＝1"])
    expect(cellOfText(formula)).toBe(`'${formula}`);
  for (const harmless of ["-5", "-1.5e3", "a=b", "", "'quoted'"]) expect(cellOfText(harmless)).toBe(harmless);
});

test("EXP-06 every text reads back from its cell, and no cell but a number begins like a formula", () => {
  const risky = stringMatching(/^'{0,3}[=+\-@\t\r\n＝]?[\s\S]{0,8}$/);
  for (const texts of [string({ unit: "grapheme" }), risky]) {
    assert(
      property(texts, (text) => {
        const cell = cellOfText(text);
        expect(textOfCell(cell)).toBe(text);
        expect(/^[=+@\t\r\n＝＋－＠]/.test(cell)).toBe(false);
        if (cell.startsWith("-")) expect(Number(cell)).not.toBeNaN();
      }),
    );
  }
});
