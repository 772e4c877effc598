import { t } from "i18next";
import { BookmarkPlus, Flag, Pencil, RotateCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { LOCALE } from "../../lib/i18n/locale.ts";
import "../../lib/i18n/en/search.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Menu, MenuItem, MenuSection, MenuSeparator } from "../../ui/menu.tsx";
import type { OpensHere } from "../../ui/on-demand.tsx";
import { useFamily } from "../family/family.ts";
import { useFlags } from "../record/flags.tsx";
import { useViews } from "./use-views.ts";

export type ViewsListProps = {
  datasetId: string;
  /** the query on screen, as a view stores it; empty: the view of a page without a query */
  query: string;
  onApply: (query: string) => void;
  onOpenRecord: (recordId: string) => void;
  /** called after a dialog closed without navigation: returns the focus to where it was opened */
  onClosed: () => void;
};

const DIALOGS = {
  save: lazyPart(() => import("./view-dialogs.tsx").then((m) => m.SaveViewDialog)),
  manage: lazyPart(() => import("./view-dialogs.tsx").then((m) => m.ManageViewsDialog)),
  flagged: lazyPart(() => import("../record/flagged-dialog.tsx")),
} as const;

/** The views by name, the current one checked. Below are their actions and the flagged records. */
export function ViewsList(props: ViewsListProps & OpensHere) {
  const { datasetId, query, onApply, onOpenRecord, onClosed, ...opening } = props;
  const { kept } = useFamily().views;
  const { views, failed, retry } = useViews(datasetId);
  const flagged = useFlags(datasetId).flags?.length;
  const [dialog, setDialog] = useState<keyof typeof DIALOGS | null>(null);
  const close = () => setDialog(null);
  useAfterDialog(dialog, onClosed);
  const shown = (views ?? []).filter((view) => kept(view.query) === query).map(({ id }) => id);
  const some = (views?.length ?? 0) > 0;
  const Dialog = dialog && DIALOGS[dialog];
  const header = views?.length === 0 ? { header: <p className="text-soft">{t("savedViews.none")}</p> } : {};
  return (
    <>
      <Menu label={t("flagsAndViews.views.label")} {...header} {...opening}>
        {some && (
          <MenuSection label={t("flagsAndViews.views.label")} selectedKeys={shown}>
            {(views ?? []).map((view) => (
              <MenuItem translate="no" key={view.id} id={view.id} onAction={() => onApply(view.query)}>
                {view.name}
              </MenuItem>
            ))}
          </MenuSection>
        )}
        {some && <MenuSeparator />}
        {failed && (
          <MenuItem icon={RotateCw} danger onAction={retry}>
            {t("savedViews.retry")}
          </MenuItem>
        )}
        <MenuItem icon={BookmarkPlus} isDisabled={query === ""} onAction={() => setDialog("save")}>
          {t("savedViews.save")}
        </MenuItem>
        {some && (
          <MenuItem icon={Pencil} onAction={() => setDialog("manage")}>
            {t("savedViews.manage")}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={Flag} end={flagged?.toLocaleString(LOCALE)} onAction={() => setDialog("flagged")}>
          {t("flagsAndViews.flags.flagged")}
        </MenuItem>
      </Menu>
      {Dialog && (
        <Dialog datasetId={datasetId} query={query} onOpenRecord={onOpenRecord} onClose={close} whenMissing={close} />
      )}
    </>
  );
}

/**
 * If the palette opened the menu of the dialog, the element that had the focus before is gone. The dialog cannot return the
 * focus itself.
 */
function useAfterDialog(dialog: keyof typeof DIALOGS | null, onClosed: () => void): void {
  const before = useRef(dialog);
  const closed = useRef(onClosed);
  closed.current = onClosed;
  useEffect(() => {
    if (dialog === null && (before.current === "save" || before.current === "manage")) closed.current();
    before.current = dialog;
  }, [dialog]);
}
