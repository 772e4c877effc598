import { describe, expect, test } from "vitest";
import { at, labels, texts } from "./cases.fixture.ts";
import { fileOf, understand, understandTask } from "./import.fixture.ts";

describe("API-37 quotes that are characters", () => {
  test("b2-quote-swallows.tsv: six records, and why is said", async () => {
    const { records, words } = await understand(at("b2-quote-swallows.tsv"));
    expect(texts(records)).toEqual([
      '"Never ends this one',
      "second row",
      "third row",
      'this has the end"',
      "fifth",
      "sixth",
    ]);
    expect(words.join("\n")).toContain("the one on line 2 would reach to line 5; --quote '\"' reads them");
    const asked = await understand(at("b2-quote-swallows.tsv"), "--quote", '"', "--label", "label=good,bad");
    expect(asked.records).toHaveLength(3);
  });

  test("tsv-literal-quotes.tsv: five records", async () => {
    const { records } = await understand(at("tsv-literal-quotes.tsv"), "--label", "Quality");
    expect(texts(records, "a")).toEqual([
      '"The talks failed," he said.',
      '"We won',
      "plain one",
      "another",
      "last one",
    ]);
    expect(texts(records, "b")[3]).toBe('"a quote at the start only');
  });

  test.each([
    ["a quote that is never closed", 'a\tlabel\n"open here\tx\nplain one\ty\n', ['"open here', "plain one"]],
    [
      "a word in quotes at the beginning",
      'a\tlabel\n"Word" he said\tx\nplain one\ty\n',
      ['"Word" he said', "plain one"],
    ],
    [
      "a comma as separator",
      'a,label\n"open here,x\nplain one,y\nclosed here",x\n',
      ['"open here', "plain one", 'closed here"'],
    ],
  ])("%s", async (_, text, expected) => {
    const { records } = await understand(fileOf(text, text.includes("\t") ? "tsv" : "csv"));
    expect(texts(records, "a")).toEqual(expected);
  });

  test.each([
    ["lines that are no rows", 'a,label\n"one\ntwo",x\nthree,y\n', ["one\ntwo", "three"]],
    ["separators inside", 'a,label\n"one, two",x\n"three\nfour, five",y\n', ["one, two", "three\nfour, five"]],
    ["all cells quoted", '"a","label"\n"one\ntwo","x"\n"three","y"\n', ["one\ntwo", "three"]],
  ])("quotes that hold cells together: %s", async (_, text, expected) => {
    const { records, words } = await understand(fileOf(text, "csv"));
    expect(texts(records, "a")).toEqual(expected);
    expect(words.join("\n")).toContain("1 cell runs over several lines");
  });

  test("where nobody can say: refused with the lines", async () => {
    const text = 'a,label\n"one, two",x\n"opened,y\nplain,x\nit "ends here,y\n';
    await expect(understand(fileOf(text, "csv"))).rejects.toThrow(
      "the quote that begins on line 3 reaches to line 5, and ends there in the middle of a cell",
    );
  });
});

describe("TST-14 tokens in columns", () => {
  const tokens = (file: string, ...flags: string[]) => understandTask(file, "TokenClassification", ...flags);

  test("numbered.conll: neither the numbers nor the last column", async () => {
    const { records, words, bad } = await tokens(at("numbered.conll"));
    expect(bad).toEqual([]);
    expect(records).toMatchObject([
      { text: "Anna sings", annotation: { entities: [{ label: "PER", start: 0, end: 4 }] } },
      { text: "Bob Lee", annotation: { entities: [{ label: "PER", start: 0, end: 7 }] } },
    ]);
    expect(words.join("\n")).toContain("tokens in column 2, tags in column 3; column 1 counts them");
    expect(words.join("\n")).toContain('line 1: tokens=["Anna","sings"], tags=["B-PER","O"]');
    const inner = await tokens(at("numbered.conll"), "--tag-column", "4");
    expect(inner.records).toMatchObject([{ annotation: { entities: [] } }, { annotation: { entities: [] } }]);
  });

  test("hipe-header.conll: a header and a comment are no tokens", async () => {
    const { records, words } = await tokens(at("hipe-header.conll"));
    expect(records).toMatchObject([
      { tokens: ["Anna", "sings"], annotation: { entities: [{ label: "pers" }] } },
      { tokens: ["Bob"] },
    ]);
    expect(words.join("\n")).toContain("left out: 1 line names the columns, 1 line is a comment");
  });

  test("ud.conll: without tags there are tokens alone, and that is said", async () => {
    const { records, words } = await tokens(at("ud.conll"));
    expect(records).toEqual([{ text: "Anna dort .", tokens: ["Anna", "dort", "."], status: "Default" }]);
    expect(words.join("\n")).toContain("no column holds tags");
    expect(words.join("\n")).toContain("2 lines are comments");
  });

  test("tags of phrases are none of entities, and other columns can be chosen by name and by number", async () => {
    const conll2003 = "EU NNP B-NP B-ORG\nrejects VBZ B-VP O\n\nPeter NNP B-NP B-PER\n";
    const found = await tokens(fileOf(conll2003, "conll"));
    expect(found.records).toMatchObject([
      { annotation: { entities: [{ label: "ORG" }] } },
      { annotation: { entities: [{ label: "PER" }] } },
    ]);
    const header = "TOKEN\tCOARSE\tFINE\nAnna\tB-pers\tB-pers.ind\n";
    const named = await tokens(fileOf(header, "conll"), "--tag-column", "FINE", "--token-column", "TOKEN");
    expect(named.records).toMatchObject([{ text: "Anna", annotation: { entities: [{ label: "pers.ind" }] } }]);
    await expect(tokens(fileOf(header, "conll"), "--tag-column", "9")).rejects.toThrow(
      "the file has the columns 1 to 3",
    );
  });

  test("numbers from 0, over the whole file, and of words that span others", async () => {
    for (const text of ["0 Ana B-PER\n1 sings O\n\n0 Bo B-PER\n", "1 Ana B-PER\n2 sings O\n\n3 Bo B-PER\n"])
      expect((await tokens(fileOf(text, "conll"))).records).toMatchObject([{ text: "Ana sings" }, { text: "Bo" }]);
    const spans = "1-2\tzum\t_\n1\tzu\tO\n2\tdem\tO\n2.1\t_\tO\n3\tHaus\tB-LOC\n";
    expect((await tokens(fileOf(spans, "conllu"))).records).toMatchObject([{ text: "zu dem Haus" }]);
  });

  test("a sign that begins comments may be a token, and numbers may be tokens", async () => {
    const { records } = await tokens(fileOf("# O\nhashtag B-TAG\n\n1 O\n2 O\n", "bio"));
    expect(records.map(({ tokens: found }) => found)).toEqual([
      ["#", "hashtag"],
      ["1", "2"],
    ]);
  });
});

describe("API-37 the separator and the header", () => {
  test("a1-comma-header.tsv, excel-sep.csv", async () => {
    const tabs = await understand(at("a1-comma-header.tsv"));
    expect(texts(tabs.records, "text_as_written_in_full")).toEqual([
      "One, two, three, four",
      "A, b, c, d",
      "E, f, g, h",
    ]);
    expect(tabs.plan.dataset.fields[0]?.title).toBe("Text, as written, in full");
    expect(tabs.words.join("\n")).toContain("separated by tabs");
    const excel = await understand(at("excel-sep.csv"));
    expect([texts(excel.records), labels(excel.records)]).toEqual([
      ["foo", "bar"],
      ["a", "b"],
    ]);
    expect(excel.words.join("\n")).toContain("separated by semicolons, as its first line says");
  });

  test.each([
    ["tabs in .csv, with commas in each text", "text\tlabel\none, two\tx\nthree, four\ty\n", []],
    ["semicolons, with decimal commas", "text;label;n\none;x;1,5\ntwo;y;2,5\n", []],
    ["bars", "text|label\none|x\ntwo|y\n", []],
    ["one that is named", "text~label\none, two~x\nthree, four~y\n", ["--separator", "~"]],
    ["commas in quotes", 'text;label\n"a; b";x\nc;y\n', []],
  ])("%s", async (_, text, flags) => {
    expect(labels((await understand(fileOf(text, "csv"), ...flags)).records)).toEqual(["x", "y"]);
  });

  test("c2-headerless.tsv: asked, and each of the answers", async () => {
    const file = at("c2-headerless.tsv");
    await expect(understand(file)).rejects.toThrow('"positive" stands in its column below, too. Say --header');
    await expect(understandTask(file, "TextClassification")).rejects.toThrow("--names a,b");
    const named = await understand(file, "--names", "label,text");
    expect(labels(named.records)).toEqual(["positive", "negative", "positive"]);
    expect(texts(named.records)[0]).toBe("I like it a lot");
    const counted = await understand(file, "--no-header", "--label", "column_1");
    expect(counted.records).toHaveLength(3);
    const task = await understandTask(file, "TextClassification", "--names", "label,text");
    expect(task.records).toHaveLength(3);
  });

  test.each([
    ["numbers over numbers", "5,what a day,x\n4,what a night,y\n"],
    ["a date over dates", "what,2026-01-02\nwho,2026-01-03\n"],
    ["a sentence", "This is the first one.,up\nAnother line of words,down\n"],
  ])("no header: %s", async (_, text) => {
    await expect(understand(fileOf(text, "csv"))).rejects.toThrow("may be a record and no names of columns");
  });

  test("a header that was repeated by hand is taken with --header; names can be given anew", async () => {
    const file = fileOf("stars,words,mood\n1,a b,up\n2,c d,down\n", "csv");
    const { records } = await understand(file, "--header", "--names", "n,text,label");
    expect([texts(records), labels(records)]).toEqual([
      ["a b", "c d"],
      ["up", "down"],
    ]);
    await expect(understand(file, "--names", "a,b")).rejects.toThrow("--names names 2 columns; the first line has 3");
  });
});

describe("API-37 a broken character in UTF-8", () => {
  test("cut-utf8.tsv: that line is bad, the rest stays UTF-8", async () => {
    const { records, bad } = await understand(at("cut-utf8.tsv"), "--label", "sub=OFF,NOT");
    expect(bad).toEqual([{ line: 3, fault: "holds a character that is cut or is not UTF-8" }]);
    expect(texts(records, "tweet")).toEqual(["fine café", "also ’fine"]);
  });

  test.each(["jsonl", "conll"])("in .%s too", async (ending) => {
    const lines =
      ending === "jsonl"
        ? ['{"text":"café","label":"a"}', '{"text":"b?","label":"b"}', '{"text":"naïve","label":"a"}']
        : ["café O\n", "b? O\n", "naïve O\n"];
    const bytes = Buffer.concat(
      lines.map((line) => {
        const [before = "", after] = line.split("?");
        return after === undefined
          ? Buffer.from(`${line}\n`)
          : Buffer.concat([Buffer.from(before), Buffer.from([0xe2, 0x80]), Buffer.from(`${after}\n`)]);
      }),
    );
    const { bad, records } = await understandTask(
      fileOf(bytes, ending),
      ending === "jsonl" ? "TextClassification" : "TokenClassification",
    );
    expect(bad).toHaveLength(1);
    expect(records).toHaveLength(2);
  });

  test("a character that says so itself is none that is broken", async () => {
    const { bad } = await understand(fileOf("text,label\nodd \uFFFD one,a\nplain,b\n", "csv"));
    expect(bad).toEqual([]);
  });
});
