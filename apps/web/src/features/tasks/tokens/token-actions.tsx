import type { ShownTokenRecord } from "@postil/domain/tasks/shown-record";
import { adoptableEntities, withPredictions } from "@postil/domain/tasks/tag-entities";
import { t } from "i18next";
import { Copy, Sparkle } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { afterPaint } from "../../../lib/after-paint.ts";
import { useCommands, usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { announce } from "../../../ui/live-region.tsx";
import { Star } from "../../../ui/star.tsx";
import { acceptCommand, moreCommand } from "../state/task-commands.ts";
import type { AreaProps } from "../task-kind.ts";
import { useEntityChoice } from "./entity-choice.ts";
import type { TagMoreProps } from "./tag-more.tsx";

/** Loaded right after the page, for the next action. */
export const TagMore = lazyPart<TagMoreProps>(async () => ({
  default: (await import("./tag-more.tsx")).TagMore,
}));
const fetchAhead = () => void TagMore.preload().catch(() => undefined);
const nothing = () => undefined;

/** In the action row of the cursor record: accept all predictions, and tag the same words elsewhere (TAN-09). */
export function TokenActions(props: AreaProps<ShownTokenRecord>) {
  const { record, actions } = props;
  const adoptable = useMemo(() => adoptableEntities(record).length, [record]);
  const { tagged } = useEntityChoice(props.labels[0]?.datasetId ?? "");
  const more = useRef<(() => void) | null>(null);
  useEffect(() => afterPaint(fetchAhead), []);
  const accept = () => {
    actions.edit({ record, answer: withPredictions(record) });
    announce(t("taskTokens.accepted", { count: adoptable }));
  };
  const accepting = acceptCommand({ icon: Sparkle, mayRun: () => adoptable > 0, run: accept });
  const going = moreCommand({ icon: Copy, mayRun: () => more.current !== null, run: () => more.current?.() });
  useCommands([accepting, going]);
  const acceptKeys = usePrintedKeys(accepting);
  const moreKeys = usePrintedKeys(going);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      {tagged?.recordKey === record.key && <TagMore {...props} run={more} keys={moreKeys} whenMissing={nothing} />}
      {adoptable > 0 && (
        <Button variant="quiet" keys={acceptKeys} onClick={accept}>
          <span className="text-suggestion">
            <Star size={14} />
          </span>
          {t("taskTokens.accept", { count: adoptable })}
        </Button>
      )}
    </div>
  );
}
