import { t } from "i18next";
import { cx } from "./cx.ts";
import { type Status, StatusIcon } from "./status-icon.tsx";

const TONES: { readonly [S in Status]: string } = {
  pending: "text-soft",
  draft: "text-draft",
  submitted: "text-submitted",
  validated: "text-submitted",
  discarded: "text-discarded",
  edited: "text-edited",
};

const FILLS: { readonly [S in Status]: string } = {
  pending: "bg-sunken",
  draft: "bg-draft-fill",
  submitted: "bg-submitted-fill",
  validated: "bg-submitted-fill",
  discarded: "bg-discarded-fill",
  edited: "bg-edited-fill",
};

/** The word of a status beside its shape. `filled` adds the background of a pill. */
export function StatusPill({ status, filled = false }: { status: Status; filled?: boolean }) {
  return (
    <span
      className={cx(
        "inline-flex h-6 items-center gap-1.5 whitespace-nowrap",
        TONES[status],
        filled && cx("rounded-full pr-2.5 pl-1.5 fill-ring", FILLS[status]),
      )}
    >
      <StatusIcon status={status} />
      {t(`answerStatus.name.${status}`)}
    </span>
  );
}
