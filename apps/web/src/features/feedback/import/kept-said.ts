import { DATASET_KINDS, TASK_ROLES } from "@postil/contract/datasets/upload-wish";
import { asObject, fitsMembers, isNumber, isString } from "@postil/domain/json-object";
import { PART_KINDS } from "@postil/domain/records/merge-record";
import { keptRows } from "../../../lib/kept-work/kept-values.ts";
import { signedInId } from "../../../lib/session/store.ts";
import { isAnythingSaid, NOTHING_SAID, OPTIONS_OF, type Role, type Said, type SaidQuestion } from "./said.ts";

export type MappingState = {
  readonly said: Said;
  /** null: the person's first one */
  readonly workspaceId: string | null;
  /** the keys of the open questions */
  readonly open: ReadonlySet<string>;
};
export const NO_MAPPING: MappingState = { said: NOTHING_SAID, workspaceId: null, open: new Set() };

/**
 * What a person said of a file is kept on this computer from the first word until the file is imported or removed (IMP-110).
 * It is kept by person, by file, and by the dataset that the file goes into: columns of one dataset say nothing of another.
 */
const kept = keptRows("imports");

/** The layout. What has another one is ignored. */
const VERSION = 1;

/** The newest files of a person, and the letters of one and of all others together (IMP-112). */
const MOST = { files: 20, letters: 400_000, together: 1_000_000 } as const;
/** So long it is kept of a file that is not on the server any more, ms. */
const WITHOUT_FILE = 7 * 24 * 60 * 60_000;

/** The person has the same file again if it has the same name and size (IMP-141). */
export type KeptFile = { readonly file: string; readonly bytes: number };
const nameOf = ({ file, bytes }: KeptFile): string => `${bytes} ${file}`;

const rowOf = (uploadId: string, into: string | null) => (into === null ? uploadId : `${uploadId} ${into}`);
const rowsOf = (userId: string, uploadId: string) =>
  kept.ids(userId).filter((row) => row === uploadId || row.startsWith(`${uploadId} `));

const isWorthKeeping = ({ said, workspaceId }: MappingState) => isAnythingSaid(said) || workspaceId !== null;

/** False: it is too much to keep, or somebody else is signed in by now. `file`: null if it is not known yet. */
export function keepSaid(userId: string, uploadId: string, mapping: MappingState, file: KeptFile | null): boolean {
  if (signedInId() !== userId) return false;
  const row = rowOf(uploadId, mapping.said.into?.key ?? null);
  const text = isWorthKeeping(mapping) ? JSON.stringify(mapping, withLists) : null;
  const isTooMuch = text !== null && text.length > MOST.letters;
  const of = file && nameOf(file);
  kept.keep(userId, row, text === null || isTooMuch ? null : { version: VERSION, keptAt: Date.now(), of, text });
  return !isTooMuch;
}

/** Null: nothing was said, or it is damaged. */
export const keptSaid = (userId: string, uploadId: string, into: string | null): MappingState | null =>
  readRow(userId, rowOf(uploadId, into), into);

/** What was last said of the same file, when it was sent before (IMP-141). */
export function saidBefore(userId: string, file: KeptFile, into: string | null): MappingState | null {
  const found = rowsWith(userId, file).flatMap(({ row, at }) => {
    const mapping = readRow(userId, row, into);
    return mapping ? [{ mapping, at }] : [];
  });
  return found.sort((a, b) => b.at - a.at)[0]?.mapping ?? null;
}

function readRow(userId: string, row: string, into: string | null): MappingState | null {
  const { version, text } = asObject(kept.read(userId, row)) ?? {};
  if (version !== VERSION || !isString(text)) return null;
  const mapping = read(text);
  return mapping !== null && (mapping.said.into?.key ?? null) === into ? mapping : null;
}

export const isSaidKept = (userId: string, uploadId: string): boolean => rowsOf(userId, uploadId).length > 0;

/** It goes with its file, and with what was said when the same file was sent before. */
export function forgetSaid(userId: string, uploadId: string, file: KeptFile | null): void {
  const before = file ? rowsWith(userId, file).map(({ row }) => row) : [];
  for (const row of [...rowsOf(userId, uploadId), ...before]) kept.keep(userId, row, null);
}

const rowsWith = (userId: string, file: KeptFile) => rowsOfPerson(userId).filter(({ of }) => of === nameOf(file));

const rowsOfPerson = (userId: string) =>
  kept.ids(userId).map((row) => {
    const { keptAt, text, of } = asObject(kept.read(userId, row)) ?? {};
    return { row, of, at: isNumber(keptAt) ? keptAt : 0, letters: isString(text) ? text.length : 0 };
  });

/** Forgets what is old and of none of these files, and what is beyond the bounds. `knownAt`: when the files were asked for. */
export function forgetOldSaid(userId: string, uploadIds: ReadonlySet<string>, knownAt: number): void {
  let together = 0;
  for (const [place, { row, at, letters }] of rowsOfPerson(userId)
    .sort((a, b) => b.at - a.at)
    .entries()) {
    together += letters;
    const isGone = at < knownAt - WITHOUT_FILE && !uploadIds.has(row.split(" ", 1)[0] ?? "");
    if (isGone || place >= MOST.files || together > MOST.together) kept.keep(userId, row, null);
  }
}

/** Of a map its entries, and of a set its members. */
const withLists = (_name: string, value: unknown): unknown =>
  value instanceof Map ? { map: [...value] } : value instanceof Set ? [...value] : value;

const isEntry = (value: unknown): value is [string, unknown] => Array.isArray(value) && isString(value[0]);

function withMaps(_name: string, value: unknown): unknown {
  const { map } = asObject(value) ?? {};
  return Array.isArray(map) && map.every(isEntry) ? new Map(map) : value;
}

function read(text: string): MappingState | null {
  try {
    const found: unknown = JSON.parse(text, withMaps);
    if (!isMapping(found)) return null;
    // Checked down to its last member just above.
    return { ...(found as MappingState), open: new Set((found as { open: string[] }).open) };
  } catch (error) {
    console.warn("What was said of a file is not readable", error);
    return null;
  }
}

type Fits = (value: unknown) => boolean;
type Members = { readonly [member: string]: Fits };

const isFlag: Fits = (value) => typeof value === "boolean";
const orNull =
  (fits: Fits): Fits =>
  (value) =>
    value === null || fits(value);
const orNone =
  (fits: Fits): Fits =>
  (value) =>
    value === undefined || value === null || fits(value);
const oneOf =
  (values: readonly string[]): Fits =>
  (value) =>
    isString(value) && values.includes(value);
const listOf =
  (fits: Fits): Fits =>
  (value) =>
    Array.isArray(value) && value.every(fits);
const mapOf =
  (fits: Fits): Fits =>
  (value) =>
    value instanceof Map && [...value.values()].every(fits);
const withMembers =
  (members: Members): Fits =>
  (value) => {
    const found = asObject(value);
    return found !== null && fitsMembers(found, members);
  };
/** One of several shapes, by its member `kind`. */
const byKind =
  (kinds: { readonly [kind: string]: Members }): Fits =>
  (value) => {
    const found = asObject(value);
    const members = isString(found?.kind) && Object.hasOwn(kinds, found.kind) ? kinds[found.kind] : undefined;
    return found !== null && members !== undefined && fitsMembers(found, members);
  };

const isTexts = listOf(isString);
const isType = oneOf(Object.keys(OPTIONS_OF));
const isBy = orNone(byKind({ column: { column: isString }, person: { username: isString } }));
const ROLES = {
  ...{ id: {}, field: {}, vector: {}, extra: {}, ignored: {} },
  question: { type: isType, values: orNone(isString), by: isBy, field: orNone(isString), unit: orNone(isString) },
  answer: { question: isString, by: isBy },
  suggestion: {
    question: isString,
    agent: orNone(byKind({ column: { column: isString }, text: { text: isString } })),
    score: orNone(byKind({ column: { column: isString }, number: { number: isNumber } })),
  },
  metadata: {
    type: oneOf(["terms", "integer", "float", "date"]),
    ...{ order: orNone(isString), min: orNone(isNumber), max: orNone(isNumber) },
  },
} satisfies { readonly [Kind in Role["kind"]]: Members };
const isRoles = mapOf(byKind(ROLES));

const QUESTION = {
  ...{ key: isString, column: orNull(isString), name: isString, type: isType, title: isString },
  ...{ description: isString, required: isFlag, naming: isString, added: isTexts },
} satisfies { readonly [Member in keyof SaidQuestion]: Fits };

const READING = {
  ...{ encoding: orNone(isString), separator: orNone(isString), quote: orNone(isString), header: orNone(isFlag) },
  ...{ missing: orNone(isTexts), trim: orNone(isFlag), label_separator: orNone(isString), shape: orNone(isString) },
  ...{ sheet: orNone(isString), token_column: orNone(isString), tag_column: orNone(isString) },
  ...{ members: orNone(isTexts), marks: orNone(isString) },
} satisfies { readonly [Member in keyof Required<Said["reading"]>]: Fits };

const SAID = {
  reading: withMembers(READING),
  asWritten: isFlag,
  merge: isFlag,
  decisions: orNull(
    withMembers({
      column: isString,
      ...{ accepted: orNone(isTexts), rejected: orNone(isTexts), discarded: orNone(isTexts) },
    }),
  ),
  roles: orNull(isRoles),
  chosen: isRoles,
  questions: orNull(listOf(withMembers(QUESTION))),
  people: mapOf(orNull(isString)),
  parts: mapOf(withMembers({ name: orNone(isString), title: orNone(isString) })),
  name: orNull(isString),
  guidelines: isString,
  kind: orNull(oneOf(DATASET_KINDS)),
  task: withMembers({
    roles: orNull(mapOf(oneOf(TASK_ROLES))),
    ...{ agent: isString, several: orNull(isFlag), labels: isTexts },
  }),
  into: orNull(
    withMembers({
      key: isString,
      parts: orNull(mapOf(withMembers({ kind: oneOf(PART_KINDS), name: orNull(isString), dates: orNone(isString) }))),
      ...{ guessed: mapOf(isString), anew: isFlag },
    }),
  ),
} satisfies { readonly [Member in keyof Said]: Fits };

const isMapping = withMembers({ said: withMembers(SAID), workspaceId: orNull(isString), open: isTexts });
