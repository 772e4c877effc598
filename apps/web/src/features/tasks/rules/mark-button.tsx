import { t } from "i18next";
import { cx } from "../../../ui/cx.ts";
import type { Mark } from "./use-sample.ts";

type MarkButtonProps = { mark: Mark; keys: string; place: number; chosen: Mark | null; onMark: () => void };

const LOOK = {
  open: "border-line bg-surface hover:border-edge",
  chosen: "border-ink bg-surface shadow-[inset_0_0_0_var(--stroke-chosen)_var(--ink)]",
  other: "border-transparent text-soft hover:border-edge",
} as const;

/** ok or ko; its key acts on the record where the cursor is. */
export function MarkButton({ mark, keys, place, chosen, onMark }: MarkButtonProps) {
  const look = chosen === null ? "open" : chosen === mark ? "chosen" : "other";
  return (
    <button
      type="button"
      aria-pressed={chosen === mark}
      aria-keyshortcuts={keys}
      aria-description={t("taskRules.sample.record", { place })}
      onClick={(event) => {
        event.stopPropagation();
        onMark();
      }}
      className={cx(
        "inline-flex h-7 items-center gap-2 rounded-control border pr-3 pl-1 max-md:h-11 max-md:px-4",
        LOOK[look],
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          "grid size-5 place-items-center rounded-key font-[500] text-key max-md:hidden",
          look === "chosen" ? "bg-ink text-surface" : "bg-sunken text-soft",
        )}
      >
        {keys}
      </span>
      {t(`taskRules.sample.${mark}`)}
    </button>
  );
}
