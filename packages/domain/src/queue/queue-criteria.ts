/** Records fetched at a time in focus view. */
export const FOCUS_BATCH = 10;

/**
 * The criteria in use, and those the reader asked for. The wanted ones are used once their records have arrived
 * (FQU-25).
 */
export type Criteria<T> = { readonly committed: T; readonly wanted: T };

export function criteriaOf<T>(value: T): Criteria<T> {
  return { committed: value, wanted: value };
}

export function ask<T>(criteria: Criteria<T>, wanted: T): Criteria<T> {
  return { ...criteria, wanted };
}

/** The records of the wanted criteria have arrived. */
export function commit<T>(criteria: Criteria<T>): Criteria<T> {
  return criteriaOf(criteria.wanted);
}

/** The load failed, or the reader would not leave a changed record. */
export function rollback<T>(criteria: Criteria<T>): Criteria<T> {
  return criteriaOf(criteria.committed);
}

/** True for an empty page other than the first: the reader is taken to page 1 (FQU-13). */
export function fallsBackToFirst(page: number, found: number): boolean {
  return found === 0 && page > 1;
}
