import { savedViewFromWire } from "@postil/contract/mapping/saved-views";
import { type SavedView, VIEW_NAME } from "@postil/domain/search/saved-views";
import { useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { api } from "../../lib/api/api.ts";
import { errorMessage } from "../../lib/api/error-lines.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { useFamily } from "../family/family.ts";
import { viewsQuery } from "./use-views.ts";

/** They reject as the API client does, and show nothing; the list of views follows when the server has agreed. */
export type ViewWrites = {
  readonly save: (name: string, query: string) => Promise<void>;
  /** Lets the view of that name show other records; returns it as it was, null where there is none any more. */
  readonly replace: (name: string, query: string) => Promise<SavedView | null>;
  /** Lets a view show what it showed. */
  readonly restore: (view: SavedView) => Promise<void>;
  readonly rename: (view: SavedView, name: string) => Promise<void>;
  /** Leaves the list at once, and is back in it when it fails. */
  readonly remove: (view: SavedView) => Promise<void>;
};

type Change = { readonly name?: string; readonly query?: string };

export function useViewWrites(datasetId: string): ViewWrites {
  const client = useQueryClient();
  const family = useFamily();
  const query = viewsQuery(family, datasetId);
  const { queryKey } = query;
  /** The list with this view, or without it when there is none. */
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
      // It may have been saved in another tab.
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
        // Gone already, in another tab: just as well.
        await api.call("deleteView", { params: { view_id: view.id } }, { quiet: true, accept: [404] });
      } catch (error) {
        put(view.id, view);
        throw error;
      }
    },
  };
}

/** What the box of a name lets in; the server counts characters, so it has the last word. */
export const NAME_LENGTH = VIEW_NAME.max;

/** Whether a view was refused because the user has another one of its name. */
export const isNameTaken = (error: unknown): boolean => failureOf(error)?.status === 409;

/** Why a view was not saved or renamed, for the place beside its name. */
export function whyNotNamed(error: unknown): string {
  const failure = failureOf(error);
  if (failure === null) throw error;
  return isNameTaken(error) ? t("savedViews.taken") : errorMessage(failure).lines.join("\n");
}
