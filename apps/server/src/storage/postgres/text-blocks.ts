/**
 * What the text index keeps of a word, in blocks of records: the number of times that each record has it in each field. A block
 * is a list of small numbers, each in groups of seven bits: for each record the distance from the one before, then its counts.
 */

/** Records per block: a write of one record reads and writes a block for each of its words. */
export const BLOCK = 1024;
export const blockOf = (seq: number): number => Math.floor(seq / BLOCK);

/** A record, and its counts by field. */
export type Entry = { readonly seq: number; readonly counts: readonly number[] };

export function pack(block: number, entries: readonly Entry[]): Uint8Array {
  const bytes: number[] = [];
  const put = (value: number) => {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push(128 + (rest % 128));
    bytes.push(rest);
  };
  let last = block * BLOCK - 1;
  for (const { seq, counts } of entries) {
    put(seq - last);
    put(counts.length);
    for (const count of counts) put(count);
    last = seq;
  }
  return Uint8Array.from(bytes);
}

export function unpack(block: number, bytes: Uint8Array): Entry[] {
  let at = 0;
  const take = (): number => {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte % 128) * unit;
      if (byte < 128) return value;
    }
  };
  const entries: Entry[] = [];
  let seq = block * BLOCK - 1;
  while (at < bytes.length) {
    seq += take();
    const fields = take();
    const counts: number[] = [];
    for (let field = 0; field < fields; field++) counts.push(take());
    entries.push({ seq, counts });
  }
  return entries;
}

/** Entries in record order: those of `stored` without the records of `gone`, and the added ones. */
export function changed(stored: readonly Entry[], gone: ReadonlySet<number>, added: readonly Entry[]): Entry[] {
  const all = [...stored.filter(({ seq }) => !gone.has(seq)), ...added];
  return all.sort((a, b) => a.seq - b.seq);
}

/** How often a record has it in a field, or in all of them. */
export const countIn = ({ counts }: Entry, field: number | null): number =>
  field === null ? counts.reduce((sum, count) => sum + count, 0) : (counts[field] ?? 0);
