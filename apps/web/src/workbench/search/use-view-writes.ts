import { savedViewFromWire } from "@postil/contract/mapping/saved-views";
import { type SavedView, VIEW_NAME } from "@postil/domain/search/saved-views";
import { useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { api } from "../../lib/api/api.ts";
import { errorMessage } from "../../lib/api/error-lines.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { useFamily } from "../family/family.ts";
import { viewsQuery } from "./use-views.ts";

/** The writes reject as the API client does, and show nothing. The list of views changes after the server has agreed. */
export type ViewWrites = {
  readonly save: (name: string, query: string) => Promise<void>;
  /** Changes the query of the view with that name. Returns the view as it was, null if it no longer exists. */
  readonly replace: (name: string, query: string) => Promise<SavedView | null>;
  /** Restores the earlier query of a view. */
  readonly restore: (view: SavedView) => Promise<void>;
  readonly rename: (view: SavedView, name: string) => Promise<void>;
  /** The view leaves the list at once, and returns after a failure. */
  readonly remove: (view: SavedView) => Promise<void>;
};

type Change = { readonly name?: string; readonly query?: string };

export function useViewWrites(datasetId: string): ViewWrites {
  const client = useQueryClient();
  const family = useFamily();
  const query = viewsQuery(family, datasetId);
  const { queryKey } = query;
  /** Puts this view into the list. Null removes it. */
  const put = (id: string, view: SavedView | null) =>
    client.setQueryData(queryKey, (list) => list && [...list.filter((one) => one.id !== id), ...(view ? [view] : [])]);
  const change = async (id: string, body: Change) => {
    put(id, savedViewFromWire(await api.call("updateView", { params: { view_id: id }, body }, { quiet: true })));
  };

  return {
    save: async (name, shown) => {
      const view = await family.views.save(datasetId, { name, query: shown });
      put(view.id, view);
    },
    replace: async (name, shown) => {
      // Another tab may have saved it.
      const list = await client.fetchQuery({ ...query, staleTime: 0 });
      const before = list.find((view) => view.name === name) ?? null;
      if (before !== null) await change(before.id, { query: shown });
      return before;
    },
    restore: ({ id, query }) => change(id, { query }),
    rename: ({ id }, name) => change(id, { name }),
    remove: async (view) => {
      put(view.id, null);
      try {
        // 404: already deleted in another tab, which is fine.
        await api.call("deleteView", { params: { view_id: view.id } }, { quiet: true, accept: [404] });
      } catch (error) {
        put(view.id, view);
        throw error;
      }
    },
  };
}

/** Limit of the name's text box. The server counts characters, so its check is final. */
export const NAME_LENGTH = VIEW_NAME.max;

/** True if the user already has another view with this name. */
export const isNameTaken = (error: unknown): boolean => failureOf(error)?.status === 409;

/** The reason why a view was not saved or renamed, shown beside its name. */
export function whyNotNamed(error: unknown): string {
  const failure = failureOf(error);
  if (failure === null) throw error;
  return isNameTaken(error) ? t("savedViews.taken") : errorMessage(failure).lines.join("\n");
}
