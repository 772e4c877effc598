import { foldCase } from "@postil/domain/answers/label-search";

/** A list as long as this has a box to find in. */
export const FIND_FROM = 10;

/** Whether a text is found by what is typed; by nothing every text is. */
export function finderOf(query: string): (text: string) => boolean {
  const wanted = foldCase(query.trim());
  return (text) => foldCase(text).includes(wanted);
}
