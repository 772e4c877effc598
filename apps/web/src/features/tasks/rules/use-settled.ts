import { useEffect, useState } from "react";

/** A value once it has not changed for so many milliseconds; the first one at once. What is compared is its JSON. */
export function useSettled<Value>(value: Value, delay: number): Value {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value is what its text says
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), delay);
    return () => window.clearTimeout(timer);
  }, [text, delay]);
  return settled;
}
