import { savedViewFromWire } from "@postil/contract/mapping/saved-views";
import type { SavedView } from "@postil/domain/search/saved-views";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { viewsQuery } from "../../lib/api/queries/views.ts";

/** They reject as the API client does, and show nothing; the list of views follows when the server has agreed. */
export type ViewWrites = {
  readonly save: (name: string, query: string) => Promise<void>;
  readonly rename: (view: SavedView, name: string) => Promise<void>;
  /** Leaves the list at once, and is back in it when it fails. */
  readonly remove: (view: SavedView) => Promise<void>;
};

export function useViewWrites(datasetId: string): ViewWrites {
  const client = useQueryClient();
  const { queryKey } = viewsQuery(datasetId);
  /** The list with this view, or without it when there is none. */
  const put = (id: string, view: SavedView | null) =>
    client.setQueryData(queryKey, (list) => list && [...list.filter((one) => one.id !== id), ...(view ? [view] : [])]);

  return {
    save: async (name, query) => {
      const request = { params: { dataset_id: datasetId }, body: { name, query } };
      const view = savedViewFromWire(await api.call("createView", request, { quiet: true }));
      put(view.id, view);
    },
    rename: async ({ id }, name) => {
      const request = { params: { view_id: id }, body: { name } };
      put(id, savedViewFromWire(await api.call("updateView", request, { quiet: true })));
    },
    remove: async (view) => {
      put(view.id, null);
      try {
        // Gone already, in another tab: just as well.
        await api.call("deleteView", { params: { view_id: view.id } }, { quiet: true, accept: [404] });
      } catch (error) {
        put(view.id, view);
        throw error;
      }
    },
  };
}
