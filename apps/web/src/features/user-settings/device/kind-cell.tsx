import { t } from "i18next";
import { CircleX } from "lucide-react";
import { kindOf, type WorkItem } from "../../../lib/device-work/work-items.ts";
import { Icon } from "../../../ui/icon.tsx";
import { StatusIcon } from "../../../ui/status-icon.tsx";

const LOOKS = {
  waiting: ["text-edited", <StatusIcon key="waiting" status="edited" />],
  failed: ["text-danger", <Icon key="failed" of={CircleX} />],
  draft: ["text-draft", <StatusIcon key="draft" status="draft" />],
} as const;

/** Whether it waits to be sent, was not taken, or was typed and not sent: a shape and a word. */
export function KindCell({ item }: { item: WorkItem }) {
  const kind = kindOf(item);
  const [color, shape] = LOOKS[kind];
  return (
    <td className="whitespace-nowrap">
      <span className={`inline-flex items-center gap-2 ${color}`}>
        {shape}
        {t(`settings.device.kind.${kind}`)}
      </span>
    </td>
  );
}
