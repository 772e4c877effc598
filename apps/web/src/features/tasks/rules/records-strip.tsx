import { foundRecords } from "@postil/domain/tasks/rules-overall";
import { t } from "i18next";
import { Shuffle } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { RuleRecords } from "./rule-editor.tsx";
import { useRulesMode } from "./rules-mode.ts";
import { SAMPLE_SIZE } from "./use-sample.ts";

/** Over the records: how many the rule finds, and the way to a sample of them. */
export function RecordsStrip() {
  const { active, goTo, figures } = useRulesMode();
  if (active === null) return null;
  const found = figures.value && foundRecords(figures.value);
  // Of an earlier query it says nothing.
  const findsNone = found === 0 && !figures.isStale;
  return (
    <div className="flex min-h-11 flex-none flex-wrap items-center gap-x-4 border-line border-b px-6 py-1 max-md:px-4">
      <RuleRecords />
      <Button
        variant="ghost"
        size="compact"
        icon={Shuffle}
        className="ml-auto"
        inactive={findsNone}
        title={findsNone ? t("taskRules.sample.none") : undefined}
        onClick={() => findsNone || goTo("sample")}
      >
        {t("taskRules.sample.open", { count: findsNone ? 0 : Math.min(SAMPLE_SIZE, found || SAMPLE_SIZE) })}
      </Button>
    </div>
  );
}
