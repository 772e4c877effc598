import { AUDIT_DAYS, AUDIT_GROUPS, type AuditGroup } from "@postil/domain/accounts/audit";
import { DAY, timeToText } from "@postil/domain/time";
import { StartFailure } from "../start-failure.ts";
import { type Command, oneOf, readArguments } from "./command.ts";
import { wordOf } from "./run-export.ts";
import { withServer } from "./with-server.ts";
import { openOutput } from "./write-output.ts";

const GROUPS = Object.keys(AUDIT_GROUPS) as AuditGroup[]; // the keys of the table are the groups

/** The indentation of text below an option. */
const INDENT = " ".repeat(35);
const inTwoLines = (words: readonly string[]): string => {
  const middle = Math.ceil(words.length / 2);
  return `${INDENT}${words.slice(0, middle).join(", ")},\n${INDENT}${words.slice(middle).join(", ")}`;
};

export const AUDIT_USAGE = `postil audit --output FILE [options]
  --output FILE                    also .csv, which tells the format; -: standard output
  --force                          write over a file of that name
  --format jsonl|csv               default: as the file's name says, else jsonl
  --person USERNAME                only what this person did, and sign-ins that failed with
                                   this name (again for more)
  --kind KIND                      only entries of this kind (again for more):
${inTwoLines(GROUPS)}
  --days N                         only the last days, ${AUDIT_DAYS} at most
  --search TEXT                    only entries with this part of a name in them`;

const OPTIONS = "output= force format= person=* kind=* days= search=";

/** `postil audit`: writes the whole audit trail to a file, or nothing. */
export const audit: Command = async (args, around) => {
  const { values } = readArguments(args, OPTIONS, [], AUDIT_USAGE);
  const { output } = values;
  if (!output) throw new StartFailure(`Say with --output where it goes.\n\n${AUDIT_USAGE}`);
  const query = {
    format: wordOf("format", ["jsonl", "csv"], values.format ?? (/\.csv$/i.test(output) ? "csv" : "jsonl")),
    person: values.person ?? [],
    group: (values.kind ?? []).map((word) => oneOf(GROUPS, word, `"${word}" is no kind of entry; those there are:`)),
    ...(values.days === undefined ? {} : { since: timeToText(Date.now() * 1000 - daysOf(values.days) * DAY) }),
    ...(values.search ? { search: values.search } : {}),
  };
  return withServer(around, async ({ open }) => {
    const file = await openOutput(output, values.force ?? false, around);
    await file.write((await open("exportAudit", { query })).bytes);
    // With `-`, standard output carries the file, so nothing else is printed there.
    if (output !== "-") around.print(`Wrote ${output}.`);
    return 0;
  });
};

function daysOf(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= AUDIT_DAYS) return days;
  throw new StartFailure(`--days is "${text}"; it is a whole number from 1 to ${AUDIT_DAYS}.`);
}
