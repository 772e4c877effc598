import { t } from "i18next";
import { InlineError } from "../../../ui/inline-error.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import type { Matches } from "./use-matches.ts";

/** Stands where matches will be: how far reading them is, or that it failed. */
export function Reading({ matches, total }: { matches: Matches; total: number | null }) {
  if (matches.hasFailed) return <InlineError message={t("taskRules.matches.failed")} onRetry={matches.retry} />;
  const percent = total === null || total === 0 ? undefined : Math.min(100, Math.round((matches.read / total) * 100));
  return (
    <div className="max-w-80 py-2">
      <p className="text-soft">{t("taskRules.matches.reading")}</p>
      <ProgressBar label={t("taskRules.matches.reading")} percent={percent} thin className="mt-2" />
    </div>
  );
}
