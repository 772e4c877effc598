import { type AllMatchesOffer, MOST_MATCHES } from "@postil/domain/bulk/bulk-selection";
import { t } from "i18next";
import { textLinkClass } from "../../ui/text-link.ts";

type AllMatchesProps = {
  total: number;
  offer: AllMatchesOffer | "included" | null;
  disabled: boolean;
  onInclude: () => void;
  onUndo: () => void;
};

/** Below the head: includes every match, or as many as one action may reach, and goes back from that; else says why not (FBU-12). */
export function AllMatches({ total, offer, disabled, onInclude, onUndo }: AllMatchesProps) {
  const counts = { count: total, most: MOST_MATCHES };
  const beyond = total > MOST_MATCHES;
  return (
    <p className="flex min-h-9 flex-wrap items-center gap-x-2 bg-accent-fill pr-6 pl-16 tabular-nums fill-ring max-md:pl-14">
      {offer === "narrow" && <span>{t("bulk.all.narrow", counts)}</span>}
      {offer === "first" && <span>{t("bulk.all.beyond", counts)}</span>}
      {offer === "included" && <span>{t(beyond ? "bulk.all.onFirst" : "bulk.all.on", counts)}</span>}
      {offer !== "narrow" && (
        <button
          type="button"
          disabled={disabled}
          onClick={offer === "included" ? onUndo : onInclude}
          className={textLinkClass}
        >
          {offer === "included" ? t("common.undo") : t(beyond ? "bulk.all.offerFirst" : "bulk.all.offer", counts)}
        </button>
      )}
    </p>
  );
}
