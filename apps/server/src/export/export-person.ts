import { makeZip } from "client-zip";
import type { Caller, Context, StreamPart } from "../storage/store.ts";
import { withCallerAsOfNow } from "../usecases/accounts/find-caller.ts";
import { noUser, presentUsers } from "../usecases/accounts/users.ts";
import { requireCaller, requireOwner } from "../usecases/refuse.ts";
import { datasetsFor, type PersonRows, type Rows, type SentFile } from "./account-of-person.ts";
import { PERSON_FILES } from "./kept-of-person.ts";

export type ExportPerson = { readonly userId: string; readonly files: readonly SentFile[] };
export type PersonNote = { readonly username: string };

/** Refuses everybody but the person and owners. */
export function requireSelfOrOwner(context: { readonly caller: Caller | null }, userId: string): void {
  if (requireCaller(context).id !== userId) requireOwner(context);
}

/** Everything that is kept about a person, as one zip (OPD-01). The first part has no bytes and names the person. */
export async function* exportPerson(
  asked: Context,
  { userId, files }: ExportPerson,
): AsyncGenerator<StreamPart<PersonNote>, void> {
  const context = await withCallerAsOfNow(asked);
  requireSelfOrOwner(context, userId);
  const { db } = context;
  const person = await presentUsers(db).where("id", "=", userId).executeTakeFirst();
  if (!person) throw noUser(userId);
  const note = { username: person.username };
  yield { bytes: new Uint8Array(), note };
  const of: PersonRows = { db, person, datasets: await datasetsFor(db, person), files };
  const opened: AsyncGenerator<Uint8Array<ArrayBuffer>>[] = [];
  function* entries({ username }: PersonNote) {
    const counts: string[] = [];
    for (const [name, { about, rows }] of Object.entries(PERSON_FILES)) {
      const count = { lines: 0 };
      const input = linesOf(rows(of), count);
      opened.push(input);
      yield { name, input };
      counts.push(`${name}: ${about}${name.endsWith(".jsonl") ? `; lines: ${count.lines}` : ""}`);
    }
    yield { name: "README.txt", input: readme(username, counts) };
  }
  const zip = makeZip(entries(note)).getReader();
  try {
    for (let read = await zip.read(); !read.done; read = await zip.read()) yield { bytes: read.value.slice(), note };
  } finally {
    // The library leaves what it reads open if its own reader leaves.
    for (const input of opened) await input.return(undefined);
  }
}

/** Number of characters that are sent together. */
const PART = 64 * 1024;

async function* linesOf(rows: Rows, count: { lines: number }): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let text = "";
  for await (const row of rows) {
    if (row !== null) {
      text += `${JSON.stringify(row)}\n`;
      count.lines++;
    }
    // Also nothing is passed on, so that whoever has left stops the reading.
    if (row !== null && text.length < PART) continue;
    yield encoder.encode(text);
    text = "";
  }
  yield encoder.encode(text);
}

const readme = (username: string, files: readonly string[]): string => `What Postil keeps about ${username}
as of ${new Date().toISOString()}

${files.join("\n")}

Files that end in .jsonl have one JSON object on each line. Times are in UTC.

Passwords, API keys, invitation codes and tokens are not here: they would let somebody in.
The text of a record is here only if ${username} may read its dataset now.
Task datasets, labeling rules and suggestions keep a name and no account: who had this name before is in these files too.
The network address of a sign-in is in audit.jsonl. The server keeps that trail for 400 days.

Not here, because it is not in the database: answers that are still in a browser and were not sent,
lines of the server's log, and backups that somebody made of the database.
Earlier answers also stay in the files of snapshots of datasets, until these snapshots are deleted.
`;
