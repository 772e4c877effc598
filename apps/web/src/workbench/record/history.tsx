import type { AnswerChange, HistoryEntry, HistoryPerson, ResponseStatus } from "@postil/domain/records/labeled-record";
import { textDirection } from "@postil/domain/text/text-direction";
import type { Micros } from "@postil/domain/time";
import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { ArrowRight } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { useUser } from "../../lib/session/store.ts";
import { Icon } from "../../ui/icon.tsx";
import { Phrase } from "../../ui/phrase.tsx";
import { VisuallyHidden } from "../../ui/screen-reader.tsx";
import { StatusPill } from "../../ui/status.tsx";
import { TextChanges } from "../../ui/text-writing.tsx";
import { RelativeTime } from "../../ui/time.tsx";
import "../../lib/i18n/en/drawers.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { InlineError } from "../../ui/no-content.tsx";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";
import type { HistoryPage } from "../family/family.ts";

type Dated = { readonly id: number };
type ChangesProps<Entry> = { recordId: string; page: ReadHistory<Entry>; children: (entry: Entry) => ReactNode };
type HistoryDialogProps<Entry> = ChangesProps<Entry> & { onClose: () => void };

/** The history of a record, newest first (design/record.md#history). */
export function HistoryDialog<Entry extends Dated>({ onClose, ...changes }: HistoryDialogProps<Entry>) {
  return (
    <Dialog onClose={onClose} title={t("recordHistory.title")} width={640}>
      <div className="max-h-[calc(100vh-240px)] overflow-auto px-6 pb-6">
        <Changes {...changes} />
      </div>
    </Dialog>
  );
}

function Changes<Entry extends Dated>({ recordId, page, children }: ChangesProps<Entry>) {
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery(recordHistoryQuery(page, recordId));
  if (isPending) return <Waiting />;
  if (isError && !isFetchNextPageError) {
    return <InlineError message={t("recordHistory.failed")} onRetry={() => void refetch()} />;
  }
  const entries = (data?.pages ?? []).flatMap((page) => page.entries);
  if (entries.length === 0) return <p className="text-soft">{t("recordHistory.none")}</p>;
  return (
    <>
      <ol aria-label={t("recordHistory.list")}>{entries.map(children)}</ol>
      {isFetchNextPageError ? (
        <InlineError message={t("recordHistory.failed")} onRetry={() => void fetchNextPage()} />
      ) : (
        hasNextPage && (
          <Button variant="ghost" className="-ml-2" inactive={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("recordHistory.older")}
          </Button>
        )
      )}
    </>
  );
}

function Waiting() {
  return (
    <Skeleton label={t("common.loading")}>
      <div className="grid gap-4 py-2">
        <SkeletonBar width="45%" />
        <SkeletonBar width="70%" />
        <SkeletonBar width="40%" />
        <SkeletonBar width="60%" />
      </div>
    </Skeleton>
  );
}

/** `before`: the id of the last entry of the previous page. */
type ReadHistory<Entry> = (recordId: string, before: number | null, signal: AbortSignal) => Promise<HistoryPage<Entry>>;

const recordHistoryQuery = <Entry extends Dated>(page: ReadHistory<Entry>, recordId: string) =>
  infiniteQueryOptions({
    queryKey: ["record", recordId, "history"],
    queryFn: ({ signal, pageParam }) => page(recordId, pageParam, signal),
    initialPageParam: null as number | null, // The type of the later page parameters.
    getNextPageParam: ({ entries, more }) => (more ? (entries.at(-1)?.id ?? null) : null),
  });

/** One change: who and when, the status before and after, and the changed answers. */
export function HistoryChange({ entry }: { entry: HistoryEntry }) {
  const { at, statusBefore, statusAfter, shownMs, answers } = entry;
  return (
    <ChangeItem
      who={<Who entry={entry} />}
      at={at}
      took={shownMs === null ? null : t("recordHistory.shown", { time: durationText(shownMs) })}
    >
      <Statuses before={statusBefore} after={statusAfter} />
      {answers.length > 0 && <AnswerChanges answers={answers} />}
    </ChangeItem>
  );
}

const UNTRANSLATED = { name: (name: string) => <span translate="no">{name}</span> };

/** "You submitted", "ada removed the answer for ben". */
function Who({ entry: { actor, author, statusBefore, statusAfter } }: { entry: HistoryEntry }) {
  const name = useActorName(actor);
  const change = statusAfter === statusBefore ? "changed" : (statusAfter ?? "deleted");
  const own = actor !== null && actor.id === author?.id;
  const forWhom =
    author === null ? (
      t("recordHistory.forDeleted")
    ) : (
      <Phrase of="recordHistory.forAuthor" values={{ author: author.username }} parts={UNTRANSLATED} />
    );
  return (
    <>
      <b translate="no" className="wrap-anywhere">
        {name}
      </b>{" "}
      {t(`recordHistory.${change}`)}
      {/* If both users are deleted, it is unknown whether they are the same person. */}
      {!own && actor !== author && <> {forWhom}</>}
    </>
  );
}

/** A record without a response counts as pending for its user (FRS-01). */
function Statuses({ before, after }: { before: ResponseStatus | null; after: ResponseStatus | null }) {
  const [from, to] = [before ?? "pending", after ?? "pending"] as const;
  return <StatusStep from={from === to ? null : <StatusPill status={from} />} to={<StatusPill status={to} />} />;
}

type ChangeItemProps = {
  /** "You submitted" */
  who: ReactNode;
  at: Micros;
  /** the time that the change took */
  took?: string | null;
  children: ReactNode;
};

export function ChangeItem({ who, at, took = null, children }: ChangeItemProps) {
  return (
    <li className="border-line not-last:border-b py-3 first:pt-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0">{who}</span>
        <span className="text-small text-soft tabular-nums">
          {took !== null && <>{took} · </>}
          <RelativeTime at={at} />
        </span>
      </div>
      {children}
    </li>
  );
}

/** The change of a status. `from` is null if the status stayed the same. */
export function StatusStep({ from, to }: { from: ReactNode | null; to: ReactNode }) {
  return (
    <p className="flex items-center gap-2 text-small">
      {from !== null && (
        <>
          <VisuallyHidden>{t("recordHistory.from")}</VisuallyHidden>
          {from}
          <Icon of={ArrowRight} size={14} className="text-soft" />
          <VisuallyHidden>{t("recordHistory.to")}</VisuallyHidden>
        </>
      )}
      {to}
    </p>
  );
}

/** The earlier and the present answer, per question. */
export function AnswerChanges({ answers }: { answers: readonly AnswerChange[] }) {
  return (
    <dl className="mt-1 grid grid-cols-[minmax(96px,28%)_minmax(0,1fr)] gap-x-4 gap-y-1 max-md:grid-cols-1">
      {answers.map((change) => (
        <Fragment key={change.question}>
          <dt translate="no" dir="auto" className="wrap-anywhere text-soft">
            {change.title === "" ? change.question : change.title}
          </dt>
          <dd className="min-w-0 wrap-anywhere">
            <Change change={change} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Change({ change: { written, before, after } }: { change: AnswerChange }) {
  if (written && before !== null && after !== null)
    return <TextChanges before={before} after={after} removed="text-soft" />;
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      {before !== null && <Answer text={before} was />}
      {before !== null && after !== null && <Icon of={ArrowRight} size={14} className="self-center text-soft" />}
      {after !== null && <Answer text={after} />}
    </span>
  );
}

/** An answer. An earlier one is crossed out. */
function Answer({ text, was = false }: { text: string; was?: boolean }) {
  const Tag = was ? "del" : "span";
  return (
    <Tag
      dir={textDirection(text)}
      className={was ? "whitespace-pre-wrap text-soft decoration-1" : "whitespace-pre-wrap"}
    >
      <VisuallyHidden>{t(was ? "recordHistory.was" : "recordHistory.is")}</VisuallyHidden>
      {text === "" ? t("recordHistory.nothing") : <span translate="no">{text}</span>}
    </Tag>
  );
}

/** "You" or "ada". Null stands for a deleted user. */
export function useActorName(actor: HistoryPerson | null): string {
  const user = useUser();
  if (actor === null) return t("recordHistory.deletedUser");
  return actor.id === user?.id ? t("recordHistory.you") : actor.username;
}

/** "42 s", "3 min 20 s". */
function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return t("recordHistory.seconds", { count: seconds });
  return t("recordHistory.minutes", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}
