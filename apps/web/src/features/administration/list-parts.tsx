import { t } from "i18next";
import { useEffect, useMemo, useRef } from "react";
import "../../lib/i18n/en/administration.ts";
import { useReach } from "../../lib/connection/connection.ts";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { InlineError } from "../../ui/no-content.tsx";
import { VisuallyHidden } from "../../ui/screen-reader.tsx";
import { SkeletonBar } from "../../ui/skeleton.tsx";

/** The bar below the tabs: 56 px, so that all tables start at the same height. */
export const barClass = "flex min-h-[calc(var(--bar)+8px)] flex-wrap items-center gap-1 py-2";

/** The look of a row's button while its menu is open, to connect the menu with the row. */
export const OPEN_TRIGGER = "aria-expanded:bg-accent-fill aria-expanded:text-accent";

/** The answers of the last seven days, by id; null while they load, "failed" if counting failed. */
export type WeekAnswers = ReadonlyMap<string, number> | "failed" | null;

const NONE: ReadonlyMap<string, number> = new Map();

/** The answers known so far, for sorting a list. */
export const countedAnswers = (answers: WeekAnswers): ReadonlyMap<string, number> =>
  answers === null || answers === "failed" ? NONE : answers;

/** The number of answers for one id; an id without answers has no entry and counts as 0. */
export function AnswersCell({ answers, id }: { answers: WeekAnswers; id: string }) {
  if (answers === "failed")
    return (
      <>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>{t("administration.notCounted")}</VisuallyHidden>
      </>
    );
  if (answers === null)
    return (
      <span className="inline-block">
        <SkeletonBar width={32} />
      </span>
    );
  return (answers.get(id) ?? 0).toLocaleString(LOCALE);
}

/** Shows that a tab could not be loaded; it loads again automatically once the connection is back. */
export function LoadFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  const isOnline = useReach() === "online";
  const was = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !was.current) onRetry();
    was.current = isOnline;
  }, [isOnline, onRetry]);
  return <InlineError message={message} onRetry={onRetry} />;
}

type Row = { readonly id: string };

/** Rows in their earlier order; a new row comes after the row that it follows in the wanted order. */
export function keepOrder<R extends Row>(before: readonly string[], wanted: readonly R[]): readonly R[] {
  const places = new Map(before.map((id, place) => [id, place]));
  const known: { readonly row: R; readonly place: number }[] = [];
  const followers = new Map<string | null, R[]>();
  let previous: string | null = null;
  for (const row of wanted) {
    const place = places.get(row.id);
    if (place === undefined) {
      const after = followers.get(previous);
      if (after === undefined) followers.set(previous, [row]);
      else after.push(row);
    } else {
      known.push({ row, place });
      previous = row.id;
    }
  }
  known.sort((a, b) => a.place - b.place);
  return [...(followers.get(null) ?? []), ...known.flatMap(({ row }) => [row, ...(followers.get(row.id) ?? [])])];
}

/**
 * A list that refreshes by itself does not move while the user works: its rows keep their order until other criteria apply.
 * `asked`: the criteria for filter and order.
 */
export function useStillOrder<R extends Row>(wanted: readonly R[], asked: string): readonly R[] {
  const last = useRef<{ readonly asked: string; readonly ids: readonly string[] } | null>(null);
  const shown = useMemo(
    () => (last.current?.asked === asked ? keepOrder(last.current.ids, wanted) : wanted),
    [wanted, asked],
  );
  useEffect(() => {
    last.current = { asked, ids: shown.map(({ id }) => id) };
  }, [asked, shown]);
  return shown;
}
