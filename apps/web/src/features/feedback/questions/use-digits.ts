import type { Numbers } from "@postil/domain/answers/option-keys";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createDigitKeys, type DigitKeys } from "./digit-keys.ts";

/** Digit keys of one question. Another record drops what waits. */
export function useDigits(numbers: Numbers, recordKey: string, pick: (number: number) => void): DigitKeys {
  const latest = useRef({ numbers, pick });
  useLayoutEffect(() => {
    latest.current = { numbers, pick };
  });
  const [digits] = useState(() => createDigitKeys(() => latest.current));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the record going away is what ends the wait.
  useEffect(() => digits.drop, [digits, recordKey]);
  return digits;
}
