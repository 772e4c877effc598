import type { ShownTokenRecord } from "@postil/domain/tasks/shown-record";
import { adoptableEntities, withPredictions } from "@postil/domain/tasks/tag-entities";
import { Copy, Sparkle } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { announce } from "../../../ui/live-region.tsx";
import { Star } from "../../../ui/star.tsx";
import type { AreaProps } from "../task-kind.ts";
import { useTagMore } from "./use-tag-more.ts";

/** In the action row of the cursor record: all predictions at once, and the same words elsewhere (TAN-09). */
export function TokenActions(props: AreaProps<ShownTokenRecord>) {
  const { record, actions } = props;
  const { t } = useTranslation();
  const adoptable = useMemo(() => adoptableEntities(record).length, [record]);
  const more = useTagMore(props);
  const accept = () => {
    actions.edit({ record, answer: withPredictions(record) });
    announce(t("taskTokens.accepted", { count: adoptable }));
  };
  useCommands([
    {
      id: "tokens.accept",
      section: "record",
      group: "answer",
      label: t("taskTokens.command.accept"),
      icon: Sparkle,
      shortcuts: [{ keys: "A" }],
      mayRun: () => adoptable > 0,
      run: accept,
    },
    {
      id: "tokens.more",
      section: "record",
      group: "answer",
      label: t("taskTokens.command.more"),
      icon: Copy,
      shortcuts: [{ keys: "T" }],
      mayRun: () => more !== null,
      run: () => more?.run(),
    },
  ]);
  return (
    <div className="ml-auto flex min-w-0 flex-wrap items-center gap-2">
      {more !== null && (
        <Button variant="quiet" keys="T" onClick={more.run} className="min-w-0">
          <span className="truncate">{more.text}</span>
        </Button>
      )}
      {adoptable > 0 && (
        <Button variant="quiet" keys="A" onClick={accept}>
          <span className="text-suggestion">
            <Star size={14} />
          </span>
          {t("taskTokens.accept", { count: adoptable })}
        </Button>
      )}
    </div>
  );
}
