import { t } from "i18next";
import type { MouseEvent, ReactNode } from "react";
import { cx } from "../../ui/cx.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { FlagButton } from "../flags/flag-button.tsx";
import { SimilarityScore } from "../record/similarity-score.tsx";
import { NotSavedPill } from "../saving/not-saved-pill.tsx";
import { SimilarButton } from "../similarity/similar-button.tsx";
import type { BulkRowProps } from "./bulk-row-props.ts";

type HeadProps = { onSelect: (by: { readonly shiftKey: boolean }) => void };

/** A larger target than the box: what stands in a row beside its text. */
function Head({ onSelect, className, children }: HeadProps & { className: string; children: ReactNode }) {
  /** Its buttons act by themselves; what is between them is the row. */
  const onClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest("button, a, [role=menu], [role=dialog]") === null)
      onSelect(event);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the pointer; the box does the same by key
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box does the same by key
    <div
      onClick={onClick}
      onMouseDown={keepText}
      className={cx("flex min-h-6 cursor-default items-center gap-3 text-small text-soft", className)}
    >
      {children}
    </div>
  );
}

/** Shift would select the text between the two places pressed. */
export function keepText(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}

type StatusParts = Pick<BulkRowProps, "done" | "status" | "saved" | "updatedAt" | "queryScore">;
type RowStatusProps = StatusParts & HeadProps & { quiet?: boolean };

/** Whether there is more to say of the record than that it is of its list. */
export const hasStatus = ({ done, saved, updatedAt, queryScore }: StatusParts): boolean =>
  done || saved !== "saved" || updatedAt !== null || queryScore !== null;

/** What has become of the record since the list was loaded. `quiet`: as its shape alone where a line of text needs the room. */
export function RowStatus({ done, status, saved, updatedAt, queryScore, onSelect, quiet = false }: RowStatusProps) {
  return (
    <Head onSelect={onSelect} className="flex-none self-start">
      {done && (
        <span
          title={quiet ? t(`answerStatus.name.${status}`) : undefined}
          className={cx("flex", quiet && "@max-[660px]/rows:w-4 @max-[660px]/rows:overflow-hidden")}
        >
          <StatusPill status={status} />
        </span>
      )}
      {updatedAt !== null && (
        <span className={cx("whitespace-nowrap max-md:hidden", quiet && "@max-[660px]/rows:hidden")}>
          {t("annotation.record.updated")} <RelativeTime at={updatedAt} />
        </span>
      )}
      <NotSavedPill saved={saved} />
      <SimilarityScore score={queryScore} />
    </Head>
  );
}

type RowToolsProps = Pick<BulkRowProps, "record" | "cursor" | "vectors" | "findSimilar"> &
  HeadProps & { suggested: ReactNode; menu: ReactNode; quiet?: boolean };

/**
 * What is suggested for the record and what can be done with it. `quiet`: its icons wait for the pointer, the focus or a finger,
 * and what is suggested stands below the text unless it has 240 px beside it.
 */
export function RowTools(props: RowToolsProps) {
  const { record, cursor, vectors, findSimilar, suggested, menu, onSelect, quiet = false } = props;
  return (
    <Head
      onSelect={onSelect}
      className={cx(
        "min-w-0 justify-end self-stretch max-md:contents",
        quiet ? "grow has-[>span+span]:basis-60" : "flex-1",
      )}
    >
      {suggested}
      <span
        className={cx(
          "flex flex-none items-center gap-3 max-md:ml-auto max-md:gap-0 [&_button]:size-6 max-md:[&_button]:size-11",
          quiet &&
            "opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 has-aria-pressed:opacity-100 pointer-coarse:opacity-100",
        )}
      >
        <SimilarButton record={record} vectors={vectors} findSimilar={findSimilar} compact keyed={cursor} />
        <FlagButton recordId={record.id} datasetId={record.datasetId} keyed={cursor} size="tiny" />
        {menu}
      </span>
    </Head>
  );
}
