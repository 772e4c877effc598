import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DateOrder, DatesSeen, dateNumber } from "./dates.ts";
import { fileOf, understand } from "./import.fixture.ts";

const two = (number: number) => String(number).padStart(2, "0");

describe("IMP-09 dates that filters can range over", () => {
  test("every date of the calendar, however it is written, and their order is that of their numbers", () => {
    const date = fc.date({ min: new Date("0001-01-01"), max: new Date("9998-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(date, date, fc.constantFrom<DateOrder>("day", "month"), (one, other, order) => {
        const number = (of: Date, hasTime: boolean) => {
          const [year, month, day] = [
            String(of.getUTCFullYear()).padStart(4, "0"),
            of.getUTCMonth() + 1,
            of.getUTCDate(),
          ];
          const time = hasTime ? ` ${of.getUTCHours()}:${two(of.getUTCMinutes())}:${two(of.getUTCSeconds())}` : "";
          const parts = order === "day" ? [day, month] : [month, day];
          const iso = dateNumber(`${year}-${two(month)}-${two(day)}${time}`, { order: null, hasTime });
          for (const sign of ["/", ".", "-"])
            expect(dateNumber(`${parts.join(sign)}${sign}${year}${time}`, { order, hasTime })).toBe(iso);
          return iso ?? Number.NaN;
        };
        expect(number(one, true) < number(other, true)).toBe(Math.floor(+one / 1000) < Math.floor(+other / 1000));
        expect(number(one, false)).toBe(Math.floor(number(one, true) / 1e6));
      }),
    );
  });

  test.each([
    ["2026-02-30"],
    ["2026-13-01"],
    ["31.04.2026"],
    ["0000-01-01"],
    ["2026-01-01 24:00"],
    ["1.1.26"],
    ["2026-01/01"],
    ["13:30"],
    ["yesterday"],
    ["2026-01-01T00:00+99:99"],
    ["2026-01-01T00:00+01:60"],
    ["9999-12-31T23:59:59-01:00"],
    ["0001-01-01T00:00+02:00"],
    [`2026-01-01${" ".repeat(100)}`],
  ])("%s is none", (text) => expect(dateNumber(text, { order: "day", hasTime: false })).toBeNull());

  test.each([
    ["2026-12-31T23:30:00Z", 20261231233000],
    ["2026-12-31 23:30:00.5+02:00", 20261231213000],
    ["2026-12-31T23:30-0130", 20270101010000],
    ["31.12.2026, 11:05 pm", 20261231230500],
    ["2026/1/2 12:00 a.m.", 20260102000000],
  ])("%s is %d", (text, number) => expect(dateNumber(text, { order: "day", hasTime: true })).toBe(number));

  test("the order is told by a date that has only one, and by nothing else", () => {
    const of = (...dates: readonly string[]) => {
      const seen = new DatesSeen();
      for (const date of dates) seen.add(date);
      return seen.form(null).order;
    };
    expect(of("03/04/2026", "13/04/2026")).toBe("day");
    expect(of("03/04/2026", "04/13/2026")).toBe("month");
    expect(of("03.04.2026")).toBeNull();
    expect(of("13/04/2026", "04/13/2026")).toBeNull();
    expect(of("2026-04-03")).toBe("day");
  });

  const table = (...dates: readonly string[]) =>
    fileOf(
      `text,label,when\n${dates.map((date, at) => `A text to read number ${at},${at % 2 ? "good" : "bad"},${date}`).join("\n")}\n`,
      "csv",
    );
  const AS_DATE = ["--field", "text", "--label", "label"];

  test("a column becomes an integer property, with a title that tells its form, and what is no date is a bad line", async () => {
    const { records, plan, bad, words } = await understand(
      table("31.12.2026", "01.02.2026", "30.02.2026", ""),
      ...[...AS_DATE, "--metadata", "when=date"],
    );
    expect(plan.dataset.metadata).toEqual([
      { name: "when", title: "When (YYYYMMDD)", settings: { type: "integer", min: null, max: null } },
    ]);
    expect(records.map(({ metadata }) => metadata?.when)).toEqual([20261231, 20260201, undefined]);
    expect(bad).toEqual([
      {
        line: 4,
        fault: 'column "when": "30.02.2026" is no date of the calendar, with the day first where the year comes last',
      },
    ]);
    expect(words.join("\n")).toContain('"when" is stored as whole numbers: "31.12.2026" as 20261231');
  });

  test("a day that may be a month is asked, and what was said holds", async () => {
    const file = table("03/04/2026", "05/06/2026");
    const unsaid = await understand(file, ...AS_DATE, "--metadata", "when=date");
    expect(unsaid.plan.asked).toEqual([
      'Column "when": of "03/04/2026" the day or the month may come first. --metadata "when=date:day" or "when=date:month" says which.',
    ]);
    const said = await understand(file, ...AS_DATE, "--metadata", "when=date:month");
    expect(said.plan.asked).toEqual([]);
    expect(said.records.map(({ metadata }) => metadata?.when)).toEqual([20260304, 20260506]);
  });

  test("bounds refuse the rows beyond them", async () => {
    const file = fileOf("text,label,share\nA text to read,good,0.5\nAnother to read,bad,1.5\n", "csv");
    const { plan, bad } = await understand(file, ...AS_DATE, "--metadata", "share=float:0..1");
    expect(plan.dataset.metadata[0]?.settings).toEqual({ type: "float", min: 0, max: 1 });
    expect(bad).toHaveLength(1);
    const refused = ["--metadata", "share=float:1..0"];
    await expect(understand(file, ...AS_DATE, ...refused)).rejects.toThrow("must be lower than 'max'");
    await expect(understand(file, ...AS_DATE, "--metadata", "share=terms:1")).rejects.toThrow("say integer:0..10");
  });
});

describe("IMP-10 whose suggestions, and how sure", () => {
  const file = fileOf(
    "text,label,model,sure,by\nA text to read,good,good,0.75,bert-2\nAnother to read,bad,good,1.5,bert-2\nA third to read,bad,bad,,\n",
    "csv",
  );
  const WISHES = ["--field", "text", "--label", "label", "--suggestion", "label=model"];

  test("come from columns; a score beyond 0 to 1 is a bad line, an empty cell says nothing", async () => {
    const { records, bad } = await understand(file, ...WISHES, "--agent-column", "by", "--score-column", "sure");
    expect(records.map(({ suggestions }) => suggestions)).toEqual([
      [{ question: "label", value: "good", type: "model", agent: "bert-2", score: 0.75 }],
      [{ question: "label", value: "bad", type: "model" }],
    ]);
    expect(bad).toEqual([{ line: 3, fault: 'column "sure": "1.5" is no score: scores are numbers from 0 to 1' }]);
  });

  test("or are the same for all rows", async () => {
    const { records } = await understand(file, ...WISHES, "--agent", "rules v1", "--score", "0.5");
    expect(records[0]?.suggestions).toMatchObject([{ agent: "rules v1", score: 0.5 }]);
  });

  test.each([
    [["--score", "2"], "A score is a number from 0 to 1; 2 is none."],
    [["--agent", "ß"], '"ß" cannot be an agent'],
    [["--agent-column", "nope"], 'The file has no column "nope"'],
    [["--score", "1", "--score-column", "sure"], "say the opposite of each other"],
  ])("%s is refused in words", async (flags, words) => {
    await expect(understand(file, ...WISHES, ...flags)).rejects.toThrow(words);
  });

  test("fields and metadata are called otherwise, with a title", async () => {
    const { plan } = await understand(
      file,
      "--label",
      "label",
      "--name",
      "text=message",
      "--title",
      "text=What they wrote",
    );
    expect(plan.dataset.fields).toMatchObject([{ name: "message", title: "What they wrote" }]);
  });
});
