import { ArrowLeft, ArrowRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";

type PagesProps = { page: number; size: number; total: number; onPage: (page: number) => void };

/** The way through a list that is all there. */
export function Pages({ page, size, total, onPage }: PagesProps) {
  const { t } = useTranslation();
  const last = Math.ceil(total / size);
  const [from, to] = [(page - 1) * size + 1, Math.min(page * size, total)];
  useCommands([
    {
      ...{
        id: "rules.pages.next",
        label: t("taskRules.pages.next"),
        group: "move",
        shortcuts: [{ keys: "ArrowRight" }],
      },
      mayRun: () => page < last,
      run: () => onPage(page + 1),
    },
    {
      ...{ id: "rules.pages.previous", label: t("taskRules.pages.previous"), group: "move" },
      shortcuts: [{ keys: "ArrowLeft" }],
      mayRun: () => page > 1,
      run: () => onPage(page - 1),
    },
  ]);
  return (
    <nav aria-label={t("taskRules.pages.label")} className="flex items-center justify-end gap-2 py-2">
      {last > 1 && (
        <>
          <IconButton
            icon={ArrowLeft}
            keys="ArrowLeft"
            label={t("taskRules.pages.previous")}
            disabled={page === 1}
            onClick={() => onPage(page - 1)}
          />
          <IconButton
            icon={ArrowRight}
            keys="ArrowRight"
            label={t("taskRules.pages.next")}
            disabled={page === last}
            onClick={() => onPage(page + 1)}
          />
        </>
      )}
      <span className="text-soft tabular-nums">{t("taskRules.pages.shown", { from, to, count: total })}</span>
    </nav>
  );
}
