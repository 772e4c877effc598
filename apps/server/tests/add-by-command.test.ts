import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readImportOptions } from "../src/cli/import-options.ts";
import { newHome, postil, removeHome } from "./support/process.ts";

/** `postil import FILE --into DATASET` on a home on which no server runs. */

let home: string;
beforeAll(() => {
  home = newHome();
});
afterAll(() => removeHome(home));

const HEADER = "key,message,mood,when,stars";
function fileOf(name: string, ...rows: readonly string[]): string {
  const file = join(home, name);
  writeFileSync(file, [HEADER, ...rows].join("\n"));
  return file;
}

test("IMP-34 IMP-31 IMP-38 rows are tried and added from the command line, by the columns of the file before", {
  timeout: 120_000,
}, async () => {
  const parts = ["--id", "key", "--field", "message", "--label", "mood", "--name", "message=text"];
  const metadata = ["--metadata", "when=date:day", "--metadata", "stars=integer"];
  const first = fileOf("may.csv", "T-1,A first text,good,01/02/2026,1", "T-2,A second text,bad,02/02/2026,2");
  const made = await postil(home, ["import", first, "--dataset", "mails", ...parts, ...metadata]);
  expect(made.code, made.err).toBe(0);

  const next = fileOf(
    "june.csv",
    ...["T-1,A first text,good,01/02/2026,5", "T-2,A second text,bad,02/02/2026,2"],
    ...["T-3,A third text,bad,03/04/2026,3", "T-4,A fourth text,awful,03/04/2026,3"],
  );
  const tried = await postil(home, ["import", next, "--into", "mails", "--dry-run"]);
  expect(tried.code).toBe(0);
  expect(tried.out).toContain("Rows: 4 read; 1 new, 1 updated, 1 unchanged, 1 refused. Nothing was written.");
  expect(tried.out).toMatch(/message +field "text" \(as last time\)/);
  expect(`${tried.out}${tried.err}`).toContain("awful");
  const added = await postil(home, ["import", next, "--into", "mails"]);
  expect(added.out).toContain("Rows: 4 read; 1 new, 1 updated, 1 unchanged, 1 refused.\n");
  const again = await postil(home, ["import", next, "--into", "mails", "--dry-run"]);
  expect(again.out).toContain("0 new, 0 updated, 3 unchanged, 1 refused. Nothing was written.");

  const exported = join(home, "exported.jsonl");
  await postil(home, ["export", "mails", "--output", exported]);
  writeFileSync(exported, readFileSync(exported, "utf8").replace(/"external_id": ?"T-1"/, '"external_id":null'));
  const more = await postil(home, ["import", exported, "--into", "mails", "--dry-run"]);
  expect(more.out).toContain("1 new, 0 updated, 2 unchanged, 0 refused");
  expect(more.out).toContain("The same file again adds the rows without an id again.");
  expect(again.out).not.toContain("without an id");

  for (const [file, options, words] of [
    [next, ["--metadata", "stars=integer:0..3"], "--metadata stars=integer: the property of the dataset says its type"],
    [exported, ["--field", "message"], "The file is an export of a dataset and says itself what its columns are"],
    [exported, ["--name", "message=text"], "only --into, --workspace and --dry-run have a meaning"],
  ] as const) {
    const refused = await postil(home, ["import", file, "--into", "mails", "--dry-run", ...options]);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(words)]);
  }

  const unknown = await postil(home, ["import", next, "--into", "letters"]);
  expect(unknown.code).toBe(1);
  expect(unknown.err).toContain("letters");
});

test.each([
  ...["--agent=bot", "--agent-column=who", "--score=0.5", "--score-column=sure", "--span=spans", "--offsets=utf16"],
  ...["--answer=label", "--by=who", "--by-person=jo", "--person=Jo=jo", "--title=text=Text", "--tag-column=2"],
])("IMP-34 %s says nothing of a dataset that is there: it is refused", (option) => {
  expect(() => readImportOptions(["x.jsonl", "--into", "mails", "--suggestion", "guess", option])).toThrow(
    `${option.split("=")[0]} is for a new dataset; it does not go with --into.`,
  );
});
