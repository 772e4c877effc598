/** What a record may have as it is stored, with what is worked out from it: as much as a request that brings one. */
export const MOST_IN_RECORD = 32 * 2 ** 20;

/** What a number of a vector counts as, which are stored apart. */
const NUMBER = 8;

export type RecordSize = {
  /** Characters of its document as JSON. */
  readonly document: number;
  /** Of its vectors. */
  readonly numbers: number;
};

/** Why a record is too large; null: it is not (contract api-v0 section 12). */
export function sizeFault({ document, numbers }: RecordSize): string | null {
  const found = document + NUMBER * numbers;
  if (found <= MOST_IN_RECORD) return null;
  return `a record may have ${MOST_IN_RECORD} characters as it is stored, with what it had before, it would have ${found}`;
}
