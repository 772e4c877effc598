/** Sets of small whole numbers as bits of 32-bit words: the bit of `n` is bit `n & 31` of word `n >> 5`. */
export type Bits = Uint32Array;

export const emptyBits = (size: number): Bits => new Uint32Array(size >> 5);

export const hasBit = (bits: Bits, n: number): boolean => (((bits[n >> 5] ?? 0) >>> (n & 31)) & 1) === 1;

/** True if the bit was not set before. */
export function addBit(bits: Bits, n: number): boolean {
  const added = !hasBit(bits, n);
  bits[n >> 5] = (bits[n >> 5] ?? 0) | (1 << (n & 31));
  return added;
}

/** True if the bit was set before. */
export function removeBit(bits: Bits, n: number): boolean {
  const removed = hasBit(bits, n);
  bits[n >> 5] = (bits[n >> 5] ?? 0) & ~(1 << (n & 31));
  return removed;
}

export function addAll(bits: Bits, others: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) | (others[word] ?? 0);
}

export function removeAll(bits: Bits, others: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) & ~(others[word] ?? 0);
}

function onesIn(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The bits of one word, without those for numbers outside `from` to before `to`. */
function wordWithin(bits: Bits, word: number, from: number, to: number): number {
  let value = bits[word] ?? 0;
  if (word === from >> 5) value &= -1 << (from & 31);
  if (word === to >> 5) value &= ~(-1 << (to & 31));
  return value;
}

export function countBits(bits: Bits, from = 0, to: number = bits.length << 5): number {
  let count = 0;
  for (let word = from >> 5; word << 5 < to; word++) count += onesIn(wordWithin(bits, word, from, to));
  return count;
}

/** The next `take` members from `from` to before `to`, ascending, after the first `skip` of them. */
export function pickBits(bits: Bits, from: number, to: number, skip: number, take: number): number[] {
  const picked: number[] = [];
  let passed = 0;
  for (let word = from >> 5; word << 5 < to && picked.length < take; word++) {
    let value = wordWithin(bits, word, from, to);
    const ones = onesIn(value);
    if (passed + ones <= skip) {
      passed += ones;
      continue;
    }
    for (; value !== 0 && picked.length < take; value &= value - 1) {
      if (passed++ >= skip) picked.push((word << 5) + 31 - Math.clz32(value & -value));
    }
  }
  return picked;
}
