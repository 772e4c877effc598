import { useTranslation } from "react-i18next";
import { textLinkClass } from "../../../ui/text-link.ts";

type AllMatchesProps = { count: number; on: boolean; disabled: boolean; onInclude: () => void; onUndo: () => void };

/** Below the head: includes every match, and goes back from that (FBU-12). */
export function AllMatches({ count, on, disabled, onInclude, onUndo }: AllMatchesProps) {
  const { t } = useTranslation();
  return (
    <p
      role="status"
      className="flex h-9 items-center gap-2 bg-accent-fill pr-6 pl-16 whitespace-nowrap tabular-nums fill-ring max-md:pl-14"
    >
      {on && <span>{t("bulk.all.on", { count })}</span>}
      <button type="button" disabled={disabled} onClick={on ? onUndo : onInclude} className={textLinkClass}>
        {on ? t("common.undo") : t("bulk.all.offer", { count })}
      </button>
    </p>
  );
}
