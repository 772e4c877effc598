import type { ResponseStatus } from "@postil/domain/records/response";
import type { HistoryEntry } from "@postil/domain/records/response-history";
import { t } from "i18next";
import { StatusPill } from "../../ui/status-pill.tsx";
import { AnswerChanges } from "./answer-changes.tsx";
import { ChangeItem, StatusStep } from "./change-item.tsx";
import { useActorName } from "./use-actor-name.ts";
import { useDuration } from "./use-duration.ts";

/** One change: who and when, from which status to which, and what became of the answers. */
export function HistoryChange({ entry }: { entry: HistoryEntry }) {
  const { at, statusBefore, statusAfter, shownMs, answers } = entry;
  const duration = useDuration();
  return (
    <ChangeItem
      who={<Who entry={entry} />}
      at={at}
      took={shownMs === null ? null : t("recordHistory.shown", { time: duration(shownMs) })}
    >
      <Statuses before={statusBefore} after={statusAfter} />
      {answers.length > 0 && <AnswerChanges answers={answers} />}
    </ChangeItem>
  );
}

/** "You submitted", "ada removed the answer for ben". */
function Who({ entry: { actor, author, statusBefore, statusAfter } }: { entry: HistoryEntry }) {
  const name = useActorName(actor);
  const change = statusAfter === statusBefore ? "changed" : (statusAfter ?? "deleted");
  const own = actor !== null && actor.id === author?.id;
  const forWhom =
    author === null ? t("recordHistory.forDeleted") : t("recordHistory.forAuthor", { author: author.username });
  return (
    <>
      <b translate="no" className="wrap-anywhere">
        {name}
      </b>{" "}
      {t(`recordHistory.${change}`)}
      {/* Of two who are deleted nobody can say whether they are one. */}
      {!own && actor !== author && <> {forWhom}</>}
    </>
  );
}

type StatusesProps = { before: ResponseStatus | null; after: ResponseStatus | null };

/** A record without a response is pending for its reader (FRS-01). */
function Statuses({ before, after }: StatusesProps) {
  const [from, to] = [before ?? "pending", after ?? "pending"] as const;
  return <StatusStep from={from === to ? null : <StatusPill status={from} />} to={<StatusPill status={to} />} />;
}
