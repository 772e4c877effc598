import { sameButForCase } from "@postil/domain/tasks/new-labels";
import { t } from "i18next";
import { TriangleAlert } from "lucide-react";
import { type KeyboardEvent, useId } from "react";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { AddedLabels } from "./added-labels.tsx";
import type { LabelEdit } from "./use-label-draft.ts";

/** One field that holds several new labels; those that there are already are marked while one types (LAB-19). */
export function NewLabelsField({ labels, isEntity }: { labels: LabelEdit; isEntity: boolean }) {
  const id = useId();
  const { draft, repeated, type, finish, takeUp } = labels;
  const { added, typed } = draft;
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      // An empty field has nothing to finish: Enter means Update then, as in every form.
      if (typed.trim() === "") event.currentTarget.form?.requestSubmit();
      else finish();
    } else if (event.key === "Backspace" && typed === "" && added.length > 0) {
      event.preventDefault();
      takeUp();
    }
  };
  return (
    <div className="grid grid-cols-[104px_minmax(0,1fr)] gap-x-4 pt-4 max-md:grid-cols-1">
      <label htmlFor={id} className="pt-1.5 text-soft">
        {isEntity ? t("taskSettings.new.entities") : t("taskSettings.new.labels")}
      </label>
      <div className="min-w-0">
        <div
          className={cx(
            "flex min-h-8.5 flex-wrap items-center gap-1 rounded-control border bg-surface p-[3px]",
            "has-[textarea:focus-visible]:outline-(length:--focus-width) has-[textarea:focus-visible]:outline-accent has-[textarea:focus-visible]:outline-offset-(--focus-offset)",
            repeated.length > 0 ? "border-edited" : "border-edge",
          )}
        >
          <AddedLabels labels={labels} />
          <textarea
            id={id}
            value={typed}
            rows={1}
            autoComplete="off"
            spellCheck={false}
            dir="auto"
            aria-describedby={`${id}-hint ${id}-note`}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={finish}
            className="field-sizing-content min-h-[26px] min-w-24 flex-1 resize-none bg-transparent px-1 py-0.5 outline-0 max-md:min-h-11 max-md:py-2.5"
          />
        </div>
        <p id={`${id}-hint`} className="mt-1 text-small text-soft">
          {t("taskSettings.new.hint")}
        </p>
        <Notes id={`${id}-note`} labels={labels} />
      </div>
    </div>
  );
}

/** Notes name so many labels at most. */
const MOST_NAMED = 3;

/** What is to be said of what was typed; said to screen readers as it changes. */
function Notes({ id, labels: { shown, fresh, repeated } }: { id: string; labels: LabelEdit }) {
  const similar = fresh.slice(-1).flatMap((label) => {
    const like = sameButForCase(shown, label);
    return like === null ? [] : [{ label, like }];
  });
  const named = repeated.slice(0, MOST_NAMED).join(", ");
  const labels = repeated.length > MOST_NAMED ? `${named} …` : named;
  return (
    <p id={id} role="status" className="text-edited text-small [overflow-wrap:anywhere]">
      {repeated.length > 0 && (
        <span className="flex items-center gap-1">
          <Icon of={TriangleAlert} size={14} />
          {t("taskSettings.new.repeated", { count: repeated.length, labels })}
        </span>
      )}
      {similar.map((both) => (
        <span key={both.label} className="block">
          {t("taskSettings.new.similar", both)}
        </span>
      ))}
    </p>
  );
}
