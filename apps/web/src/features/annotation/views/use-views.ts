import { savedViewFromWire } from "@postil/contract/own-mapping";
import type { SavedView } from "@postil/domain/saved-views";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../../lib/api/api.ts";
import { viewsQuery } from "../../../lib/api/queries/views.ts";
import { LOCALE } from "../../../lib/i18n/locale.ts";

export type Views = {
  /** By name; null until they are known. */
  readonly views: readonly SavedView[] | null;
  readonly failed: boolean;
  readonly retry: () => void;
  /** These reject as the API client does, and show nothing; the list follows when the server has agreed. */
  readonly save: (name: string, query: string) => Promise<void>;
  readonly rename: (view: SavedView, name: string) => Promise<void>;
  /** Leaves the list at once, and is back in it when it fails. */
  readonly remove: (view: SavedView) => Promise<void>;
};

const names = new Intl.Collator(LOCALE, { numeric: true });
const byName = (one: SavedView, other: SavedView) => names.compare(one.name, other.name);

/** The user's saved views of a dataset, and what can be done with them. */
export function useViews(datasetId: string): Views {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(viewsQuery(datasetId));
  const views = useMemo(() => data && [...data].sort(byName), [data]);
  const { queryKey } = viewsQuery(datasetId);
  /** The list with this view, or without it when there is none. */
  const put = (id: string, view: SavedView | null) =>
    client.setQueryData(queryKey, (list) => list && [...list.filter((one) => one.id !== id), ...(view ? [view] : [])]);

  const save = async (name: string, query: string) => {
    const request = { params: { dataset_id: datasetId }, body: { name, query } };
    const view = savedViewFromWire(await api.call("createView", request, { quiet: true }));
    put(view.id, view);
  };
  const rename = async ({ id }: SavedView, name: string) => {
    const request = { params: { view_id: id }, body: { name } };
    put(id, savedViewFromWire(await api.call("updateView", request, { quiet: true })));
  };
  const remove = async (view: SavedView) => {
    put(view.id, null);
    try {
      // Gone already, in another tab: just as well.
      await api.call("deleteView", { params: { view_id: view.id } }, { quiet: true, accept: [404] });
    } catch (error) {
      put(view.id, view);
      throw error;
    }
  };
  return { views: views ?? null, failed: isError, retry: () => void refetch(), save, rename, remove };
}
