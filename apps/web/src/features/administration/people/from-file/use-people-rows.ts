import type { InvitationDays } from "@postil/domain/accounts/invitations";
import {
  type CellMistakes,
  type FileCell,
  type FilePerson,
  invitedFrom,
  MOST_INVITED,
  MOST_INVITED_AT_ONCE,
  mistakesOfPeople,
  type PeopleFile,
  readPeopleTable,
  tableForm,
} from "@postil/domain/accounts/people-file";
import { fullName, type Role } from "@postil/domain/accounts/users";
import { USERNAME } from "@postil/domain/datasets/names";
import { characters } from "@postil/domain/text/characters";
import { CsvError, parse } from "csv-parse/browser/esm/sync";
import { useEffect, useMemo, useRef, useState } from "react";
import { api } from "../../../../lib/api/api.ts";
import { failureOf } from "../../../../lib/api/failure.ts";
import { underBase } from "../../../../lib/base-path.ts";
import { sayFailure } from "../../form-dialog.tsx";

/** A row of the file with the code of its link. The code is drawn here, so that a lost reply costs no link (ROL-15). */
type Row = FilePerson & {
  readonly id: string;
  readonly code: string;
  /** false: the person is left out */
  readonly isChosen: boolean;
  /** the server's reason, until the row is changed */
  readonly refused: string | null;
  /** true: it was sent, and no answer came; it can only be sent again as it is */
  readonly isOpen: boolean;
  /** the person mended it, or left it out */
  readonly isChanged: boolean;
};

export type ShownRow = Row & { readonly mistakes: CellMistakes };

/** A link that was made. `days`: how long it works. */
export type MadeLink = {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly link: string;
  readonly days: InvitationDays;
};

const CODE_BYTES = 32;
/** base64url, as the server makes its own */
const newCode = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(CODE_BYTES))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const rowOf = (person: FilePerson): Row => ({
  ...person,
  id: String(person.row),
  code: newCode(),
  isChosen: true,
  refused: null,
  isOpen: false,
  isChanged: false,
});

const linkOf = ({ id, username, code, ...names }: Row, days: InvitationDays): MadeLink => {
  const { firstName, lastName } = invitedFrom({ username, ...names });
  const link = `${window.location.origin}${underBase("/invitation")}#${code}`;
  return { id, username, name: fullName({ firstName, lastName, username }), link, days };
};

const bodyOf = (row: Row) => {
  const { username, firstName, lastName, role, workspaces } = invitedFrom(row);
  return { username, first_name: firstName, last_name: lastName, role, workspaces: [...workspaces], code: row.code };
};

type Rows = { readonly people: readonly FilePerson[]; readonly role: Role; readonly workspaces: readonly string[] };

/** The rows of a file: their mistakes, their changes, and the run that invites them. */
export function usePeopleRows({ people, role, workspaces }: Rows) {
  const [rows, setRows] = useState<readonly Row[]>(() => people.map(rowOf));
  const [links, setLinks] = useState<readonly MadeLink[]>([]);
  const { taken, failed: notAsked, retry } = useTaken(rows);
  const shown = useMemo<readonly ShownRow[]>(() => {
    const around = { inviter: { role }, workspaces: new Set(workspaces), taken };
    const chosen = rows.filter(({ isChosen }) => isChosen);
    const mistakes = new Map(mistakesOfPeople(chosen, around).map((found, place) => [chosen[place]?.id, found]));
    return rows.map((row) => ({ ...row, mistakes: row.isOpen ? {} : withRefusal(row, mistakes.get(row.id) ?? {}) }));
  }, [rows, role, workspaces, taken]);
  const change = (id: string, to: Partial<Row>) =>
    setRows((all) => all.map((row) => (row.id === id ? { ...row, refused: null, isChanged: true, ...to } : row)));
  const run = useRun({
    takeOut: (invited, days) => {
      setLinks((before) => [...before, ...invited.map((row) => linkOf(row, days))]);
      const ids = new Set(invited.map(({ id }) => id));
      setRows((all) => all.filter(({ id }) => !ids.has(id)));
    },
    mark: (ids, to) => setRows((all) => all.map((row) => (ids.has(row.id) ? { ...row, ...to(row) } : row))),
  });
  return {
    rows: shown,
    links,
    notAsked,
    retry,
    run: {
      ...run,
      start: (days: InvitationDays) =>
        run.start(
          rows.filter(({ isChosen }) => isChosen),
          days,
        ),
    },
    changeCell: (id: string, cell: FileCell, text: string) => change(id, { [cell]: text }),
    choose: (id: string, isChosen: boolean) => change(id, { isChosen }),
    leaveOut: (ids: ReadonlySet<string>) =>
      setRows((all) => all.map((row) => (ids.has(row.id) ? { ...row, isChosen: false } : row))),
  };
}

/** A refusal is about the username, unless the cells already say more. */
const withRefusal = ({ refused, isChosen }: Row, found: CellMistakes): CellMistakes =>
  refused === null || !isChosen || Object.keys(found).length > 0 ? found : { username: refused };

/** ms without typing before names are asked for */
const REST = 250;

/** The usernames of the rows that are somebody's. Each name is asked for once. */
function useTaken(rows: readonly Row[]) {
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<string | null>(null);
  const names = useMemo(() => {
    // Longer names are refused by their length.
    const all = rows.map(({ username }) => username).filter((name) => name !== "" && characters(name) <= USERNAME.max);
    return [...new Set(all)].filter((name) => !asked.has(name));
  }, [rows, asked]);
  const isWanted = names.length > 0 && failed === null;
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    const ask = async () => {
      try {
        const call = { signal: controller.signal, quiet: true } as const;
        const { items } = await api.call("findTakenUsernames", { body: { usernames: names } }, call);
        setTaken((before) => new Set([...before, ...items]));
        setAsked((before) => new Set([...before, ...names]));
      } catch (error) {
        if (!controller.signal.aborted) setFailed(sayFailure(error));
      }
    };
    const timer = window.setTimeout(() => void ask(), asked.size === 0 ? 0 : REST);
    return () => {
      window.clearTimeout(timer);
      controller.abort();
    };
  }, [isWanted, names, asked.size]);
  return { taken, failed, retry: () => setFailed(null) };
}

type RunParts = {
  takeOut: (invited: readonly Row[], days: InvitationDays) => void;
  mark: (ids: ReadonlySet<string>, to: (row: Row) => Partial<Row>) => void;
};

/** Sends the rows in small calls, one after the other. A run that stops has marked what became of each row. */
function useRun({ takeOut, mark }: RunParts) {
  const [progress, setProgress] = useState<{ readonly done: number; readonly all: number } | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const isStopped = useRef(false);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const sendPart = async (part: readonly Row[], days: InvitationDays) => {
    const ids = new Set(part.map(({ id }) => id));
    mark(ids, () => ({ isOpen: true }));
    try {
      const { items } = await api.call(
        "createInvitations",
        { body: { people: part.map(bodyOf), days } },
        { quiet: true },
      );
      const refused = new Map(part.map(({ id }, place) => [id, items[place]?.refused ?? null]));
      takeOut(
        part.filter(({ id }) => refused.get(id) === null),
        days,
      );
      mark(ids, ({ id }) => ({ isOpen: false, refused: refused.get(id) ?? null }));
      return null;
    } catch (error) {
      const status = failureOf(error)?.status ?? null;
      // A refused call has invited nobody. Without an answer, nobody knows.
      if (status !== null && status < 500) mark(ids, () => ({ isOpen: false }));
      return sayFailure(error);
    }
  };
  const start = async (rows: readonly Row[], days: InvitationDays) => {
    isStopped.current = false;
    setFailed(null);
    for (let done = 0; done < rows.length && !isStopped.current; done += MOST_INVITED_AT_ONCE) {
      setProgress({ done, all: rows.length });
      const failure = await sendPart(rows.slice(done, done + MOST_INVITED_AT_ONCE), days);
      if (failure === null) continue;
      setFailed(failure);
      break;
    }
    setProgress(null);
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { progress, failed, start, stop };
}

/** Much more than a thousand people take; a larger file is something else. */
const MOST_BYTES = 2 * 1024 * 1024;

export type FileFault = "unreadable" | "large" | "encoding" | "quote" | "empty" | "many";
export type ReadFile = { readonly file: PeopleFile } | { readonly fault: FileFault; readonly count?: number };

/** Reads a table of people, with commas, semicolons or tabs between the cells (ROL-15). */
export async function readPeopleFile(content: Blob): Promise<ReadFile> {
  if (content.size > MOST_BYTES) return { fault: "large" };
  const bytes = await bytesOf(content);
  if (bytes === null) return { fault: "unreadable" };
  const text = decode(bytes);
  if (text === null) return { fault: "encoding" };
  const table = tableOf(text);
  if (table === null) return { fault: "quote" };
  const file = readPeopleTable(table);
  const count = file.people.length;
  if (count === 0) return { fault: "empty" };
  return count > MOST_INVITED ? { fault: "many", count } : { file };
}

/** null: it is a folder, or was moved or removed since it was chosen */
async function bytesOf(content: Blob): Promise<ArrayBuffer | null> {
  try {
    return await content.arrayBuffer();
  } catch {
    return null;
  }
}

function decode(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Another encoding would change names without a word.
    return null;
  }
}

function tableOf(text: string): string[][] | null {
  try {
    return parse(text, tableForm(text));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return null;
  }
}
