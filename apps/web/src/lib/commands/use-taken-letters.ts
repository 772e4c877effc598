import { useLayoutEffect } from "react";
import type { Keys } from "./command.ts";
import { isPlainLetter, takeLetters } from "./keys-here.ts";

/** Takes the letters among these keys as long as this is on the page; other commands have Alt with theirs (design/keys.md#labeling). */
export function useTakenLetters(keys: readonly Keys[]): void {
  const letters = keys.filter(isPlainLetter).join("");
  useLayoutEffect(() => takeLetters([...letters]), [letters]);
}
