import type { BroughtPart } from "@postil/domain/jobs/brought";
import { ApiRefusal } from "../client/api-client.ts";
import { type Cost, costOf, sendInBatches } from "../client/fill.ts";
import type { Migration, Stayed } from "./migration.ts";
import { MOST_MISSING, newPass, type Pass } from "./note.ts";
import { type Counted, compare, count, type Tally, takeSample } from "./tally.ts";
import { TooLarge } from "./there.ts";

/** One pass over the records of a dataset: pages of the other server, while those before are stored here (MIG-03, MIG-05). */

/** A page of records, as they are sent. `characters`: of all of them together; undefined: not known. */
export type Page<R> = { readonly records: readonly R[]; readonly total: number; readonly characters?: number };
/** Reads the records from an offset on; `last` is the record before them. */
export type ReadPage<R> = (offset: number, last: string | null, limit: number) => Promise<Page<R>>;

/** A page has about so many characters, as soon as the size of the records is known. */
const PAGE_CHARACTERS = 2 * 2 ** 20;
const MOST_SPREAD = 2 * PAGE_CHARACTERS;
const [FIRST_LIMIT, MOST_RECORDS] = [50, 500];
/** Records of a dataset that are compared part by part. */
const SAMPLE = 100;

export type Told<R> = {
  readonly record: R;
  readonly offset: number;
  readonly total: number;
  readonly characters: number | undefined;
};

type Asked<R> = { readonly offset: number; readonly limit: number; readonly page: Promise<Page<R>> };

/**
 * All records from an offset on. The next page is asked for while this one is stored. `byOffset`: pages need nothing of those
 * before them, so one more is asked for, and the server need not wait until the last one was read. `tooLarge`: a record is left out.
 */
export async function* recordsOf<R extends { readonly id?: unknown }>(
  read: ReadPage<R>,
  from: { readonly offset: number; readonly last: string | null; readonly byOffset: boolean },
  tooLarge: () => void,
): AsyncGenerator<Told<R>> {
  let { offset, last } = from;
  let limit = FIRST_LIMIT;
  let end = 0;
  let ahead: Asked<R> | undefined;
  function ask(at: number): Asked<R> {
    const page = read(at, last, limit);
    // Whoever takes the page hears of the failure, unless storing fails first.
    page.catch(() => undefined);
    return { offset: at, limit, page };
  }
  async function next(): Promise<Page<R>> {
    // Of a page that was cut, the one ahead begins too late.
    const asked = ahead?.offset === offset ? ahead : ask(offset);
    const following = asked.offset + asked.limit;
    ahead = from.byOffset && following < end ? ask(following) : undefined;
    try {
      return await asked.page;
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      if (asked.limit === 1) {
        tooLarge();
        offset++;
      }
      limit = Math.max(1, Math.floor(asked.limit / 4));
      ahead = undefined;
      return next();
    }
  }
  let page: Page<R> = await next();
  while (page.records.length > 0) {
    const { records, total, characters = Number.POSITIVE_INFINITY } = page;
    // Of a page of the usual size it does not matter which of its records are the large ones.
    const each = characters <= MOST_SPREAD ? Math.ceil(characters / records.length) : undefined;
    const first = offset;
    offset += records.length;
    last = String(records.at(-1)?.id);
    limit = limitFor(records);
    end = total;
    const following = next();
    // The await below reports the failure, unless storing fails first.
    following.catch(() => undefined);
    for (const [index, record] of records.entries()) yield { record, offset: first + index, total, characters: each };
    page = await following;
  }
}

/** By the size of a few records, spread over the page. */
function limitFor(records: readonly unknown[]): number {
  const step = Math.ceil(records.length / 5);
  const some = records.filter((_, index) => index % step === 0);
  const size = Math.max(...some.map((record) => JSON.stringify(record).length));
  return Math.max(1, Math.min(MOST_RECORDS, Math.floor(PAGE_CHARACTERS / size)));
}

type Outcome = {
  readonly id: string;
  readonly outcome: "added" | "completed" | "there" | "gone" | "left out";
  readonly kept: readonly BroughtPart[];
  readonly conflicts: readonly BroughtPart[];
  readonly absent: readonly BroughtPart[];
  readonly left_out: readonly { readonly part: BroughtPart; readonly reason: string }[];
};

/** A record ready to be stored. */
export type Ready<Item> = {
  readonly item: Item;
  readonly offset: number;
  readonly total: number;
  /** About how many it takes; undefined: not known. */
  readonly characters: number | undefined;
  /** The record as the other server has it, for the comparison. */
  readonly counted: Counted;
  /** What cannot even be asked for here. */
  readonly leftOut: readonly string[];
};

/** A record that the other server has and that could not be read. `id`: null if it is not known. */
type Unreadable = { readonly unreadable: string; readonly id: string | null };

type Work<Item extends object> = {
  /** Identifies the dataset in the note. */
  readonly id: string;
  readonly name: string;
  readonly records: (from: Pass) => AsyncIterable<Ready<Item> | Unreadable>;
  /** `before`: what is older and not here was deleted here; null: nothing was. */
  readonly store: (items: readonly Item[], before: string | null) => Promise<{ readonly items: readonly Outcome[] }>;
  readonly valuesOf: (item: Item) => number;
};

/** Stores what is new, from where the last run ended on, and notes after each batch how far it is. `stored`: called then. */
export async function passOver<Item extends object>(
  migration: Migration,
  pass: Pass,
  work: Work<Item>,
  stored: () => void,
): Promise<Pass> {
  const { note, givenUp, progress } = migration;
  const { before, ...last } = note.of(work.id);
  const missing = new Set(last.missing);
  const leave = (reason: string): void => {
    const kind = kindOf(reason);
    const isKnown = Object.hasOwn(pass.leftOut, kind) || Object.keys(pass.leftOut).length < MOST_KINDS;
    const named = isKnown ? kind : "other reasons";
    pass.leftOut[named] = (pass.leftOut[named] ?? 0) + 1;
  };
  async function* readable() {
    for await (const one of work.records(pass)) {
      if ("item" in one) yield one;
      else {
        leave(one.unreadable);
        // It was not deleted here: once it can be read, it comes.
        if (one.id === null) pass.unread = true;
        else if (pass.missing.length < MOST_MISSING) pass.missing.push(one.id);
      }
    }
  }
  const enter = ({ counted, offset, total, leftOut }: Ready<Item>, outcome: Outcome): void => {
    if (outcome.outcome === "gone") {
      pass.gone++;
      return;
    }
    count(pass.tally, counted);
    const reasons = [...leftOut, ...outcome.left_out.map(({ part, reason }) => `${part}: ${reason}`)];
    for (const reason of reasons) leave(reason);
    if (outcome.outcome === "added") pass.added++;
    if (outcome.outcome === "left out" && pass.missing.length < MOST_MISSING) pass.missing.push(counted.id);
    if (outcome.outcome !== "left out") pass.here++;
    pass.kept += outcome.kept.length;
    pass.absent += outcome.absent.length;
    pass.conflicts += outcome.conflicts.length;
    if (outcome.conflicts.length > 0 && pass.named.length < MOST_NAMED)
      pass.named.push(`record ${counted.id}: ${outcome.conflicts.join(", ")}`);
    const isWhole = reasons.length + outcome.kept.length + outcome.conflicts.length === 0;
    if (isWhole && offset % Math.max(1, Math.ceil(total / SAMPLE)) === 0) takeSample(pass.tally, counted);
  };
  const send = async (batch: readonly Ready<Item>[]): Promise<void> => {
    const isMissing = ({ counted }: Ready<Item>): boolean => missing.has(counted.id);
    for (const [some, since] of [
      [batch.filter((ready) => !isMissing(ready)), before],
      [batch.filter(isMissing), null],
    ] as const) {
      const outcomes = some.length === 0 ? [] : await storeSome(some, (items) => work.store(items, since));
      for (const [index, ready] of some.entries()) {
        const outcome = outcomes[index];
        if (outcome) enter(ready, outcome);
      }
    }
    const final = batch.at(-1);
    if (!final) return;
    pass.offset = final.offset + 1;
    pass.last = final.counted.id;
    note.keep(work.id, pass);
    progress(work.name, pass.offset, final.total);
    stored();
  };
  const sizeOf = ({ item, characters }: Ready<Item>): Cost => {
    const values = work.valuesOf(item);
    return characters === undefined ? costOf(item, values) : { characters, values };
  };
  await sendInBatches(readable(), sizeOf, send, { givenUp });
  return pass;
}

/** The kind of a reason: without the values that it quotes. */
const kindOf = (reason: string): string => reason.replaceAll(/'[^']*'|\[[^\]]*\]/g, "…").slice(0, 300);
const MOST_KINDS = 50;
/** Records of a dataset that changed on both servers, and are named. */
const MOST_NAMED = 50;

/** If a batch is refused, its halves are tried: so only the records at fault are left out. */
async function storeSome<Item extends object>(
  batch: readonly Ready<Item>[],
  store: (items: readonly Item[]) => ReturnType<Work<Item>["store"]>,
): Promise<readonly Outcome[]> {
  try {
    return (await store(batch.map(({ item }) => item))).items;
  } catch (error) {
    const isRefused = error instanceof ApiRefusal && [400, 413, 422].includes(error.status);
    if (!isRefused) throw error;
    const [only] = batch;
    if (only && batch.length === 1) {
      const left = { part: "record" as const, reason: error.message };
      return [{ id: only.counted.id, outcome: "left out", kept: [], conflicts: [], absent: [], left_out: [left] }];
    }
    const middle = Math.ceil(batch.length / 2);
    return [...(await storeSome(batch.slice(0, middle), store)), ...(await storeSome(batch.slice(middle), store))];
  }
}

/** What is told of the settings of a dataset, and how many of its records were here before this run. */
type Made = {
  readonly records: number;
  readonly kept: readonly string[];
  readonly conflicts: readonly string[];
  readonly absent: readonly string[];
};

/** What changed here or is not there any more, and stays: of settings and records together. */
export function stayed(pass: Pass, added: number, { records, kept, conflicts, absent }: Made): Stayed {
  return {
    ...{ kept: pass.kept + kept.length, gone: pass.gone, conflicts: pass.conflicts + conflicts.length },
    named: [...conflicts, ...pass.named],
    // Of those that a run brought earlier or this one brings, only those were read that are there.
    ...{ absentRecords: Math.max(0, records + pass.added - added - pass.here), absent: pass.absent + absent.length },
  };
}

export const passOf = ({ note, there }: Migration, id: string, isNew: boolean): Pass =>
  (isNew ? null : note.of(id).pass) ?? newPass(there.began());

/** What this server has of a dataset: how its pages are read, and its records counted. */
type HereToo<R> = {
  /** A reader of its pages, from the beginning on. */
  readonly pages: () => ReadPage<R>;
  readonly countedOf: (record: R) => Counted;
};

/** Counts what this server has, and takes the fingerprints of the same records. */
async function tallyHere<R extends { readonly id?: unknown }>(
  { tally: { sample } }: Pass,
  { countedOf }: HereToo<R>,
  read: ReadPage<R>,
): Promise<Tally> {
  const tally: Tally = { counts: { records: 0 }, sample: {} };
  for await (const { record } of recordsOf(read, { offset: 0, last: null, byOffset: false }, () => {})) {
    const counted = countedOf(record);
    count(tally, counted);
    if (Object.hasOwn(sample, counted.id)) takeSample(tally, counted);
  }
  return tally;
}

/**
 * Passes over the records, and then compares both servers. A pass that began with an empty dataset here writes each record once:
 * so what it has stored is read again while the other server gives more (MIG-14). If that does not agree, perhaps because people
 * changed something meanwhile, all is read once more after the end.
 */
export async function passAndCompare<R extends { readonly id?: unknown }>(
  pass: Pass,
  here: HereToo<R>,
  { isNew, run }: { readonly isNew: boolean; readonly run: (stored: () => void) => Promise<unknown> },
): Promise<Tally> {
  const afterAll = () => tallyHere(pass, here, here.pages());
  if (!isNew) {
    await run(() => {});
    return afterAll();
  }
  let [end, more]: ["" | "stored" | "failed", () => void] = ["", () => {}];
  const read = here.pages();
  const beside = tallyHere(pass, here, async (offset, last, limit) => {
    while (end === "" && offset + limit > pass.here) {
      await new Promise<void>((resolve) => {
        more = resolve;
      });
    }
    return end === "failed" ? { records: [], total: 0 } : read(offset, last, limit);
  });
  // The await below reports the failure, unless the pass fails first.
  beside.catch(() => undefined);
  try {
    await run(() => more());
    end = "stored";
  } finally {
    if (end === "") end = "failed";
    more();
  }
  const tally = await beside;
  return compare(pass.tally, tally, 0).agrees ? tally : afterAll();
}
