import { t } from "i18next";
import { TriangleAlert, X } from "lucide-react";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import type { LabelEdit } from "./use-label-draft.ts";

/** Of a pasted column the last ones are shown, and how many stand before them. */
const MOST_SHOWN = 50;

/** The new labels that are done, each with the way to leave it out again; one that there is already is marked. */
export function AddedLabels({ labels: { draft, repeated, drop } }: { labels: LabelEdit }) {
  const hidden = Math.max(0, draft.added.length - MOST_SHOWN);
  const bad = new Set(repeated);
  return (
    <>
      {draft.added.slice(hidden).map((text) => (
        <span
          key={text}
          className={cx(
            "inline-flex min-h-[26px] min-w-0 items-center gap-1 rounded-key pl-2",
            bad.has(text) ? "bg-edited-fill text-edited fill-ring" : "border border-line bg-sunken",
          )}
        >
          {bad.has(text) && <Icon of={TriangleAlert} size={14} />}
          <bdi translate="no" className="min-w-0 [overflow-wrap:anywhere]">
            {text}
          </bdi>
          <button
            type="button"
            aria-label={t("taskSettings.new.drop", { text })}
            onClick={() => drop(text)}
            className="grid size-6 flex-none place-items-center rounded-key text-soft hover:bg-hover hover:text-ink max-md:size-11"
          >
            <Icon of={X} size={12} />
          </button>
        </span>
      ))}
      {hidden > 0 && <span className="px-1 text-small text-soft">{t("taskSettings.new.more", { count: hidden })}</span>}
    </>
  );
}
