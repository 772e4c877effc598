import { indexLabels, searchLabels } from "@postil/domain/answers/label-search";
import { LABEL_KEYS } from "@postil/domain/tasks/labels";
import { useMemo, useState } from "react";

/** A label of the list with its place among all of them, from 0. */
export type PlacedLabel = { readonly text: string; readonly place: number };

/** Finds labels by their words, once there are more of them than keys. */
export function useFindLabel(shown: readonly string[]) {
  const [find, setFind] = useState("");
  const searchable = shown.length > LABEL_KEYS.length;
  const index = useMemo(() => indexLabels(shown.map((text) => ({ value: text, text, description: null }))), [shown]);
  const found = useMemo(
    () =>
      searchLabels(index, searchable ? find : "").map(({ text, number }): PlacedLabel => ({ text, place: number - 1 })),
    [index, searchable, find],
  );
  return { find, setFind, searchable, found };
}
