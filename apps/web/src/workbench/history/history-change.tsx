import type { ResponseStatus } from "@postil/domain/records/response";
import type { HistoryEntry } from "@postil/domain/records/response-history";
import { ArrowRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/session/use-session.ts";
import { Icon } from "../../ui/icon.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { AnswerChanges } from "./answer-changes.tsx";
import { useDuration } from "./use-duration.ts";

/** One change: who and when, from which status to which, and what became of the answers. */
export function HistoryChange({ entry }: { entry: HistoryEntry }) {
  const { at, statusBefore, statusAfter, shownMs, answers } = entry;
  const { t } = useTranslation();
  const duration = useDuration();
  return (
    <li className="border-line not-last:border-b py-3 first:pt-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Who entry={entry} />
        <span className="text-small text-soft tabular-nums">
          {shownMs !== null && <>{t("recordHistory.shown", { time: duration(shownMs) })} · </>}
          <RelativeTime at={at} />
        </span>
      </div>
      <Statuses before={statusBefore} after={statusAfter} />
      {answers.length > 0 && <AnswerChanges answers={answers} />}
    </li>
  );
}

/** "You submitted", "ada removed the answer for ben". */
function Who({ entry: { actor, author, statusBefore, statusAfter } }: { entry: HistoryEntry }) {
  const { t } = useTranslation();
  const user = useUser();
  const change = statusAfter === statusBefore ? "changed" : (statusAfter ?? "deleted");
  const name =
    actor === null ? t("recordHistory.deletedUser") : actor.id === user?.id ? t("recordHistory.you") : actor.username;
  const own = actor !== null && actor.id === author?.id;
  const forWhom =
    author === null ? t("recordHistory.forDeleted") : t("recordHistory.forAuthor", { author: author.username });
  return (
    <span className="min-w-0">
      <b className="wrap-anywhere">{name}</b> {t(`recordHistory.${change}`)}
      {/* Of two who are deleted nobody can say whether they are one. */}
      {!own && actor !== author && <> {forWhom}</>}
    </span>
  );
}

type StatusesProps = { before: ResponseStatus | null; after: ResponseStatus | null };

/** A record without a response is pending for its reader (FRS-01). */
function Statuses({ before, after }: StatusesProps) {
  const { t } = useTranslation();
  const [from, to] = [before ?? "pending", after ?? "pending"] as const;
  return (
    <p className="flex items-center gap-2 text-small">
      {from !== to && (
        <>
          <VisuallyHidden>{t("recordHistory.from")}</VisuallyHidden>
          <StatusPill status={from} />
          <Icon of={ArrowRight} size={14} className="text-soft" />
          <VisuallyHidden>{t("recordHistory.to")}</VisuallyHidden>
        </>
      )}
      <StatusPill status={to} />
    </p>
  );
}
