import { useCallback, useLayoutEffect, useRef } from "react";

/**
 * A function with a stable identity that always runs the latest render's `work`. So memoised questions do not render again.
 */
export function useLatest<Args extends readonly unknown[], Result>(
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(work);
  useLayoutEffect(() => {
    latest.current = work;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
