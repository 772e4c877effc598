import { useCallback, useLayoutEffect, useRef } from "react";

/** A function that stays the same while what it does is always of the latest render: memoised questions are not drawn for it. */
export function useLatest<Args extends readonly unknown[], Result>(
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(work);
  useLayoutEffect(() => {
    latest.current = work;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
