import { cloudWordQuery, narrowedBy, wordQuery } from "@postil/domain/tasks/narrow-text";
import { useQueryClient } from "@tanstack/react-query";
import { useLatest } from "../../../lib/use-latest.ts";
import type { PanelPage } from "./panel-page.ts";

export type NarrowByWord = (word: string, count: number) => void;

/**
 * A word of the cloud is added to the search at once, as people write it. Where that finds fewer records than it was counted in, because
 * it is a part of words there, what finds those takes its place.
 */
export function useNarrowByWord(page: PanelPage): NarrowByWord {
  const client = useQueryClient();
  const latest = useLatest(() => page);
  return (word, count) => {
    const { filters } = page.view;
    const text = narrowedBy(filters.text, wordQuery(word));
    page.changeView({ filters: { ...filters, text } });
    void client.fetchQuery(page.countsFor({ ...filters, text })).then(
      ({ total }) => {
        const { view, changeView } = latest();
        if (total >= count || view.filters.text !== text) return;
        changeView({ filters: { ...view.filters, text: narrowedBy(filters.text, cloudWordQuery(word)) } });
      },
      // The page asks the same and says what is wrong.
      () => undefined,
    );
  };
}
