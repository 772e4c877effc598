import { t } from "i18next";
import { ChevronDown, ChevronUp } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useMatches, useMatchStep } from "./matches.tsx";

/**
 * The end of the search box: the number of matches on the page, with buttons to step through them (design/filters.md#search).
 */
export function MatchSteps() {
  const { count } = useMatches();
  const step = useMatchStep();
  if (count === null) return null;
  // Buttons stay focusable when a record has no match, so that the focus is not lost.
  const rest = { "aria-disabled": count === 0 || undefined, className: "aria-disabled:opacity-60" };
  return (
    <span className="flex flex-none items-center gap-1 whitespace-nowrap tabular-nums">
      {t("matches.here", { count })}
      <IconButton size="tiny" icon={ChevronUp} label={t("matches.previous")} onClick={() => step(-1)} {...rest} />
      <IconButton size="tiny" icon={ChevronDown} label={t("matches.next")} onClick={() => step(1)} {...rest} />
    </span>
  );
}
