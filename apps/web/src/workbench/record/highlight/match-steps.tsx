import { t } from "i18next";
import { ChevronDown, ChevronUp } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useMatches, useMatchStep } from "./matches.tsx";

/**
 * At the end of the search box: how many matches are on the page, and the way from one to the next
 * (design/filters.md#search).
 */
export function MatchSteps() {
  const { count } = useMatches();
  const step = useMatchStep();
  if (count === null) return null;
  // They keep the focus where a record without a match comes along.
  const rest = { "aria-disabled": count === 0 || undefined, className: "aria-disabled:opacity-60" };
  return (
    <span className="flex flex-none items-center gap-1 whitespace-nowrap tabular-nums">
      {t("matches.here", { count })}
      <IconButton size="tiny" icon={ChevronUp} label={t("matches.previous")} onClick={() => step(-1)} {...rest} />
      <IconButton size="tiny" icon={ChevronDown} label={t("matches.next")} onClick={() => step(1)} {...rest} />
    </span>
  );
}
