import type { OptionUsage } from "@postil/domain/datasets/option-usage";
import { t } from "i18next";

/** By the value of the option; undefined while they load or when they could not be loaded. */
export type Usage = ReadonlyMap<string | number, Omit<OptionUsage, "value">>;

/** How many answers use an option; by their status on hover. */
export function OptionCount({ usage, value }: { usage: Usage | undefined; value: string | number }) {
  const counts = usage?.get(value);
  if (counts === undefined) return null;
  const count = counts.submitted + counts.draft + counts.discarded;
  return (
    <span
      role="img"
      aria-label={t("datasetSettings.questions.usage", { count })}
      title={t("datasetSettings.questions.usageDetail", counts)}
      className="ml-auto flex-none pl-1 text-soft tabular-nums"
    >
      {count.toLocaleString("en")}
    </span>
  );
}
