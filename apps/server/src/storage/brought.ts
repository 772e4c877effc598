import { hash } from "node:crypto";
import { canonicalJson } from "@postil/domain/text/json-text";
import { compiled } from "./compiled.ts";
import { putRows, rowsOf } from "./statements.ts";
import type { Db } from "./tables.ts";

/**
 * What `postil migrate` has brought, as a print of each part: so a later run knows what has changed there since, and what here
 * (MIG-08). A part costs 16 bytes, whatever its size.
 */

/** The settings of a dataset have the place of a record that none has. */
export const SETTINGS_SEQ = -1;

const [NAME, PRINT] = [16, 16]; // hexadecimal digits
const digest = (text: string): string => hash("sha256", text).slice(0, PRINT);
export const printOf = (value: unknown): string => digest(canonicalJson(value));

/** Digests of the names of parts: records have few others than those before them. */
const names = new Map<string, string>();
const NAMES_KEPT = 1000;

function digestOfName(part: string): string {
  const known = names.get(part);
  if (known !== undefined) return known;
  if (names.size >= NAMES_KEPT) names.clear();
  const made = digest(part);
  names.set(part, made);
  return made;
}

/** The parts of a record, or the settings of a dataset. */
export class BroughtParts {
  readonly #prints = new Map<string, string>();
  /** True if there is something to store. */
  hasChanged = false;

  constructor(prints: Uint8Array | undefined) {
    const text = Buffer.from(prints ?? []).toString("hex");
    for (let at = 0; at < text.length; at += NAME + PRINT)
      this.#prints.set(text.slice(at, at + NAME), text.slice(at + NAME, at + NAME + PRINT));
  }

  /** The print of a part as it was brought; undefined if it never was. */
  of(part: string): string | undefined {
    return this.#prints.get(digestOfName(part));
  }

  note(part: string, print: string): void {
    const name = digestOfName(part);
    if (this.#prints.get(name) === print) return;
    this.#prints.set(name, print);
    this.hasChanged = true;
  }

  stored(): Uint8Array {
    return Buffer.from([...this.#prints].flat().join(""), "hex");
  }
}

const partsIn = compiled((db, key: number, seqs: readonly number[]) =>
  db.selectFrom("brought").select(["seq", "prints"]).where("dataset_key", "=", key).where("seq", "in", seqs),
);

export async function readBrought(db: Db, key: number, seqs: readonly number[]) {
  const rows = seqs.length === 0 ? [] : await partsIn(db, key, seqs);
  return new Map(rows.map(({ seq, prints }) => [seq, new BroughtParts(prints)]));
}

const putBrought = putRows("brought", {
  columns: ["dataset_key", "seq", "prints"],
  over: { key: ["dataset_key", "seq"], take: ["prints"] },
});

/** Stores what has changed. */
export async function writeBrought(
  db: Db,
  key: number,
  records: readonly { readonly seq: number; readonly brought: BroughtParts }[],
): Promise<void> {
  const changed = records.filter(({ brought }) => brought.hasChanged);
  await putBrought(
    db,
    changed.map(({ seq, brought }) => ({ dataset_key: key, seq, prints: brought.stored() })),
  );
}

/** How many records of a dataset were brought and are still here. */
export async function countBrought(db: Db, key: number): Promise<number> {
  const { count } = await rowsOf(db, "brought", { dataset_key: key })
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("seq", ">", SETTINGS_SEQ)
    .executeTakeFirstOrThrow();
  return count;
}
