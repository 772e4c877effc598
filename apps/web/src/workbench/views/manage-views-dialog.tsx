import type { SavedView } from "@postil/domain/search/saved-views";
import { t } from "i18next";
import { useRef } from "react";
import { notify } from "../../lib/toasts/store.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { useFocusKept } from "../../ui/use-focus-kept.ts";
import { useViewWrites, type ViewWrites } from "./use-view-writes.ts";
import { useViews } from "./use-views.ts";
import { ViewRow } from "./view-row.tsx";

type ManageViewsDialogProps = { datasetId: string; onClose: () => void };

/** The user's views of the dataset, to be renamed and deleted. Lazily loaded. */
export default function ManageViewsDialog({ datasetId, onClose }: ManageViewsDialogProps) {
  const { views } = useViews(datasetId);
  const writes = useViewWrites(datasetId);
  const remove = useRemove(writes);
  const list = views ?? [];
  const place = useRef<HTMLDivElement>(null);
  useFocusKept(place, list.length, () => place.current?.focus());
  return (
    <Dialog isOpen onOpenChange={(open) => !open && onClose()} title={t("savedViews.manageTitle")}>
      <div ref={place} tabIndex={-1} className="max-h-[calc(100vh-240px)] overflow-auto px-4 pb-4 outline-0">
        {list.length === 0 && <p className="px-2 py-2 text-soft">{t("savedViews.nothing")}</p>}
        <ul>
          {list.map((view) => (
            <ViewRow
              key={view.id}
              view={view}
              onRename={(name) => writes.rename(view, name)}
              onRemove={() => void remove(view)}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

/** Deletes a view at once, with a way back. */
function useRemove({ remove, save }: ViewWrites): (view: SavedView) => Promise<void> {
  return async (view) => {
    const { name } = view;
    const restore = () =>
      save(name, view.query).catch(() => notify({ message: t("savedViews.notRestored", { name }), type: "error" }));
    try {
      await remove(view);
      const undo = { label: t("common.undo"), run: () => void restore() };
      notify({ message: t("savedViews.removed", { name }), actions: [undo] });
    } catch {
      notify({ message: t("savedViews.notRemoved", { name }), type: "error" });
    }
  };
}
