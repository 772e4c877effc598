import { t } from "i18next";
import "../../../lib/i18n/en/task-tokens.ts";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import type { ShownTokenRecord } from "@postil/domain/tasks/shown-record";
import { VISIBLE_LABELS } from "@postil/domain/tasks/visible-labels";
import { useQuery } from "@tanstack/react-query";
import { KeyCap } from "../../../ui/key-cap.tsx";
import { Swatch } from "../../../ui/swatch.tsx";
import { kindQuery } from "../task-kinds.ts";

type TokenLabelsPreviewProps = { record: ShownTokenRecord; labels: readonly GlobalLabel[] };

/** The first entities with their colours and keys, and a text in which they are marked, to be read. */
export function TokenLabelsPreview({ record, labels }: TokenLabelsPreviewProps) {
  // By its own code as a whole: what is loaded with it is then not kept apart for here.
  const { data: kind } = useQuery(kindQuery("TokenClassification"));
  const hidden = labels.length - VISIBLE_LABELS;
  return (
    <div className="px-5 py-4">
      <ul aria-label={t("taskTokens.entities")} className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        {labels.slice(0, VISIBLE_LABELS).map(({ text, colorId, shortcut }) => (
          <li key={text} className="flex h-8 min-w-0 max-w-60 items-center gap-2">
            <Swatch color={colorId} />
            <span translate="no" dir="auto" title={text} className="min-w-0 truncate">
              {text}
            </span>
            {shortcut !== null && <KeyCap keys={shortcut} />}
          </li>
        ))}
        {hidden > 0 && <li className="text-soft tabular-nums">{t("taskTokens.more", { count: hidden })}</li>}
      </ul>
      <div className="max-h-[50vh] overflow-hidden">
        {kind !== undefined && <kind.Explore record={record} labels={labels} isCursor={false} />}
      </div>
    </div>
  );
}
