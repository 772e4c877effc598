/** Most characters of a stored record with its computed values: the size limit of a request. */
export const MOST_IN_RECORD = 32 * 2 ** 20;

/** Size of one number of a vector; they are stored separately. */
const NUMBER = 8;

export type RecordSize = {
  /** Number of characters of its document as JSON. */
  readonly document: number;
  /** Number of numbers in its vectors. */
  readonly numbers: number;
};

/** The fault if a record is too large, or null (contract api-v0 section 12). */
export function sizeFault({ document, numbers }: RecordSize): string | null {
  const found = document + NUMBER * numbers;
  if (found <= MOST_IN_RECORD) return null;
  return `a record may have ${MOST_IN_RECORD} characters as it is stored, with what it had before, it would have ${found}`;
}
