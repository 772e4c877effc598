import { AUDIT_DAYS, type AuditEntry, type AuditGroup, auditGroupOf } from "@postil/domain/accounts/audit";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { ArrowDown, ArrowLeft, ArrowRight } from "lucide-react";
import { Fragment, useEffect, useMemo, useRef, useState } from "react";
import "../../../lib/i18n/en/administration.ts";
import { auditQuery } from "../../../lib/api/queries/administration.ts";
import { clockTime, toMilliseconds } from "../../../lib/i18n/times.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { CONTENT_ID, usePageTitle } from "../../../ui/layouts/frame.tsx";
import { type ListColumn, ListSkeleton, ListTable } from "../../../ui/list-table.tsx";
import { announce, VisuallyHidden } from "../../../ui/screen-reader.tsx";
import { LoadFailed } from "../list-parts.tsx";
import { AuditBar, GROUP_ICONS } from "./audit-bar.tsx";
import { type AuditCriteria, filterOf } from "./audit-criteria.ts";
import { dayHeading, dayText, toldParts } from "./told-text.ts";

/** The first page: no entries before it. */
const BEGINNING: readonly number[] = [];

type AuditPageProps = {
  criteria: AuditCriteria;
  /** the parts of the address that filter nothing */
  ignored: readonly string[];
  onCriteria: (criteria: AuditCriteria) => void;
};

/** The audit log for owners: who did what (design/administration.md#audit). */
export function AuditPage({ criteria, ignored, onCriteria }: AuditPageProps) {
  usePageTitle(t("administration.audit"));
  const asked = JSON.stringify(criteria);
  const [pages, setPages] = useState({ asked, after: BEGINNING });
  const after = pages.asked === asked ? pages.after : BEGINNING;
  // The start time is computed once for all pages of a filter.
  // biome-ignore lint/correctness/useExhaustiveDependencies: criteria are new at each drawing, and what they ask is not
  const filter = useMemo(() => filterOf(criteria, Date.now()), [asked]);
  const { data, isError, refetch } = useQuery(auditQuery(filter, after));
  const turn = (next: readonly number[]) => setPages({ asked, after: next });
  const columns = useMemo(auditColumns, []);
  return (
    <div className="flex min-h-full flex-col">
      <VisuallyHidden>
        <h1>{t("administration.audit")}</h1>
      </VisuallyHidden>
      <AuditBar criteria={criteria} onChange={onCriteria} counts={data ?? null} />
      <Ignored parts={ignored} />
      {isError && <LoadFailed message={t("audit.failed")} onRetry={() => void refetch()} />}
      {data === undefined && !isError && (
        <ListSkeleton look={LOOK} columns={columns} rows={WHAT.length} className="pt-20" />
      )}
      {data?.entries.length === 0 && (
        <p className="py-4 text-soft">{t(data.total === 0 ? "audit.none" : "audit.noMatch")}</p>
      )}
      {data !== undefined && data.entries.length > 0 && (
        <ListTable
          look={LOOK}
          columns={columns}
          rows={data.entries.map((entry) => ({ ...entry, id: String(entry.key) }))}
          above={(entry, previous) => startsDay(entry, previous) && <DayLine at={entry.at} colSpan={columns.length} />}
        />
      )}
      {data !== undefined && (
        <Foot page={data} onNewer={() => turn(after.slice(0, -1))} onOlder={(last) => turn([...after, last])} />
      )}
    </div>
  );
}

/** Shows the ignored parts of the address; without this note, the list would look filtered. */
function Ignored({ parts }: { parts: readonly string[] }) {
  const text = parts.length === 0 ? "" : t("audit.ignored", { count: parts.length, parts: parts.join(", ") });
  useEffect(() => {
    if (text !== "") announce(text);
  }, [text]);
  return text === "" ? null : <p className="py-3 text-edited [overflow-wrap:anywhere]">{text}</p>;
}

/** Up to 768 px an entry is a card: user and time, event, kind and origin. */
const LOOK = {
  table: "w-full table-fixed border-collapse max-md:block",
  head: "max-md:sr-only",
  heads: "border-line border-b",
  title: "h-9 pr-4 text-left font-body text-small",
  body: "max-md:block",
  row: "max-md:grid max-md:grid-cols-[minmax(10rem,1fr)_minmax(0,auto)] max-md:gap-x-3 max-md:border-line max-md:border-b max-md:py-3",
};
const CELL = "h-10 border-line border-b py-2 pr-4 align-top max-md:h-auto max-md:border-0 max-md:p-0";
/** px widths of the event text, for eight skeleton rows */
const WHAT = [320, 240, 128, 216, 288, 176, 344, 152];
/** Only these kinds have a colour, and only on their name. */
const COLORS: { readonly [group in AuditGroup]?: string } = { deletion: "text-danger", failed_sign_in: "text-edited" };

/** Time, user, kind, event and origin. The latest entries come first, and the arrow at the time head shows it. */
function auditColumns(): readonly ListColumn<AuditEntry>[] {
  const time = (
    <span className="inline-flex items-center gap-1">
      {t("audit.time")}
      <Icon of={ArrowDown} size={14} />
    </span>
  );
  const column = (name: "who" | "kind" | "what" | "from", width: string, cell: string) => ({
    ...{ name, title: t(`audit.${name}`), head: `text-soft ${width}`, cell: `${CELL} ${width} ${cell}` },
  });
  return [
    {
      ...{ name: "time", title: time, order: "descending", head: "text-ink w-20 max-md:w-auto", skeletonWidth: 40 },
      cell: `${CELL} w-20 max-md:w-auto text-soft tabular-nums max-md:order-2 max-md:text-right`,
      draw: ({ at }) => clockTime(toMilliseconds(at)),
    },
    {
      ...column("who", "w-52 max-[1080px]:w-36 max-md:w-auto", "break-words max-md:order-1"),
      skeletonWidth: 120,
      draw: (entry) => <Who entry={entry} />,
    },
    {
      ...column("kind", "w-44 max-[1080px]:w-36 max-md:w-auto", "max-md:order-4"),
      skeletonWidth: 88,
      draw: ({ event }) => <Kind group={auditGroupOf(event.kind)} />,
    },
    {
      ...column("what", "", "break-words max-md:order-3 max-md:col-span-2"),
      skeletonWidth: WHAT,
      draw: (entry) =>
        toldParts(entry).map(({ at, text, isName }) =>
          isName ? (
            <b translate="no" key={at} className="font-strong">
              {text}
            </b>
          ) : (
            <Fragment key={at}>{text}</Fragment>
          ),
        ),
    },
    {
      ...column(
        "from",
        "w-60 max-[1080px]:w-40 max-md:w-auto",
        "break-words text-soft max-md:order-5 max-md:text-right",
      ),
      skeletonWidth: 144,
      draw: ({ address, program }) => [address, program].filter(Boolean).join(", "),
    },
  ];
}

/** Links to the user, if the user still exists. */
function Who({ entry: { actor, event, program } }: { entry: AuditEntry }) {
  if (actor?.id != null)
    return (
      <Link
        translate="no"
        to="/people"
        search={{ search: encodeURIComponent(actor.username) }}
        className="hover:text-accent"
      >
        {actor.name}
      </Link>
    );
  if (actor !== null) return <span translate="no">{actor.name}</span>;
  const named = event.person?.username;
  if (event.kind === "sign_in_failed")
    return (
      <span translate={named === undefined ? undefined : "no"} className="text-soft">
        {named ?? t("audit.nobody")}
      </span>
    );
  return <span className="text-soft">{t(program === null ? "audit.server" : "audit.commandLine")}</span>;
}

function Kind({ group }: { group: AuditGroup }) {
  return (
    <span className={`inline-flex items-center gap-2 ${COLORS[group] ?? "text-soft"}`}>
      <Icon of={GROUP_ICONS[group]} />
      {t(`audit.group.${group}`)}
    </span>
  );
}

const startsDay = ({ at }: AuditEntry, previous: AuditEntry | undefined): boolean =>
  previous === undefined || dayText(previous.at) !== dayText(at);

function DayLine({ at, colSpan }: { at: number; colSpan: number }) {
  const { kind, text } = dayHeading(at, Date.now());
  return (
    <tr className="max-md:block">
      <th
        colSpan={colSpan}
        scope="rowgroup"
        className="h-11 border-line border-b pt-3 text-left font-strong max-md:block"
      >
        {kind === "today" ? t("audit.today", { date: text }) : kind === "yesterday" ? t("audit.yesterday") : text}
      </th>
    </tr>
  );
}

type FootProps = {
  page: { readonly entries: readonly { readonly key: number }[]; readonly before: number; readonly found: number };
  onNewer: () => void;
  /** shows the entries after the entry with this key */
  onOlder: (last: number) => void;
};

/** The range of the shown entries, the page buttons, and how long entries are kept. */
function Foot({ page: { entries, before, found }, onNewer, onOlder }: FootProps) {
  const to = before + entries.length;
  const last = entries.at(-1)?.key;
  const isAll = before === 0 && to === found;
  const place = isAll ? t("audit.all", { total: found }) : t("audit.place", { from: before + 1, to, total: found });
  const turn = useTurnedPage(place);
  return (
    <footer className="-mx-6 sticky bottom-0 mt-auto flex min-h-10 flex-wrap items-center gap-1 border-line border-t bg-paper px-6 text-soft tabular-nums max-md:static max-md:-mx-4 max-md:px-4 max-md:py-2">
      <span className="mr-1">{place}</span>
      {!isAll && (
        <>
          <IconButton icon={ArrowLeft} label={t("audit.newer")} disabled={before === 0} onClick={() => turn(onNewer)} />
          <IconButton
            icon={ArrowRight}
            label={t("audit.older")}
            disabled={last === undefined || to >= found}
            onClick={() => turn(() => last !== undefined && onOlder(last))}
          />
        </>
      )}
      <span className="ml-auto max-md:ml-0">{t("audit.retention", { days: AUDIT_DAYS })}</span>
    </footer>
  );
}

/** A new page starts at its top, and its range is announced. */
function useTurnedPage(place: string): (move: () => void) => void {
  const isTurned = useRef(false);
  useEffect(() => {
    if (!isTurned.current) return;
    isTurned.current = false;
    announce(place);
    document.getElementById(CONTENT_ID)?.scrollTo(0, 0);
  }, [place]);
  return (move) => {
    isTurned.current = true;
    move();
  };
}
