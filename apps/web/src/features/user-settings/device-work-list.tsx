import type { TypedForDataset } from "@postil/domain/outbox/work-file";
import { readTaskDatasetKey } from "@postil/domain/tasks/record-key";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { CircleX } from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode } from "react";
import "../../lib/i18n/en/key-table.ts";
import "../../lib/i18n/en/typed-forms.ts";
import { myDatasetsQuery } from "../../lib/api/queries/datasets.ts";
import { useReach } from "../../lib/connection/connection.ts";
import { textsOfTyped } from "../../lib/kept-work/typed-work.ts";
import { failureText } from "../../lib/outbox/failures.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Icon, StatusIcon } from "../../ui/icon.tsx";
import { RelativeTime } from "../../ui/time.tsx";
import { preview, statusWord } from "../../unsent/families.ts";
import type { RecordOf } from "../../unsent/records-on-server.ts";
import { canDelete, kindOf, unsentFirst, type WorkItem } from "../../unsent/work-items.ts";

/** Returns the router's link to a record; it gets its look, name and content here. */
export type RecordLink = (
  item: RecordOf,
) => ReactElement<{ className?: string; children?: ReactNode; "aria-label"?: string }>;

type WorkListProps = {
  items: readonly WorkItem[];
  nameOf: DatasetNameOf;
  recordLink: RecordLink;
  onSend: (item: WorkItem) => void;
  onDelete: (item: WorkItem) => void;
};

const HEADS = ["kind", "dataset", "what", "when"] as const;
/** On a phone, these columns are inside the cell of the work. */
const NARROW_IN_WHAT = new Set<string>(["dataset", "when"]);

/** The unsent work on records: its kind, its dataset, its content, and its actions (AUT-32). */
export function WorkList({ items, ...props }: WorkListProps) {
  const isOnline = useReach() === "online";
  return (
    <div className="max-h-[480px] overflow-auto">
      <table
        aria-label={t("settings.device.list")}
        className="w-full border-collapse md:min-w-140 [&_td:last-child]:pr-0 [&_td]:border-line [&_td]:border-b [&_td]:py-2 [&_td]:pr-3 [&_th]:border-line [&_th]:border-b [&_th]:py-1.5 [&_th]:pr-3 [&_th]:text-left [&_th]:font-body [&_th]:text-small [&_th]:text-soft"
      >
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col" className={NARROW_IN_WHAT.has(head) ? "max-md:hidden" : undefined}>
                {t(`settings.device.head.${head}`)}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">{t("keyTable.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {unsentFirst(items).map((item) => (
            <WorkRow key={item.recordId} item={item} isOnline={isOnline} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const LOOKS = {
  waiting: ["text-edited", <StatusIcon key="waiting" status="edited" />],
  failed: ["text-danger", <Icon key="failed" of={CircleX} />],
  draft: ["text-draft", <StatusIcon key="draft" status="draft" />],
} as const;

type WorkRowProps = Omit<WorkListProps, "items"> & { item: WorkItem; isOnline: boolean };

/** The kind is a shape and a word: waiting to be sent, refused, or typed and not sent. */
function WorkRow({ item, isOnline, nameOf, recordLink, onSend, onDelete }: WorkRowProps) {
  const { datasetId, entry } = item;
  const known = nameOf(datasetId);
  const name = known === undefined ? t("settings.device.dataset", { id: shortId(datasetId) }) : known;
  const kind = kindOf(item);
  const [color, shape] = LOOKS[kind];
  const when = (
    <>
      <RelativeTime at={item.at * 1000} />
      {entry !== null && entry.failure === null && !isOnline && t("settings.device.offline")}
    </>
  );
  const id = shortId(item.recordId);
  const act = (action: "send" | "retry" | "open" | "delete") => ({
    "aria-label": t(`settings.device.named.${action}`, { id }),
    children: t(`settings.device.${action}`),
  });
  const button = { variant: "quiet", size: "compact" } as const;
  return (
    <tr className="align-top">
      <td className="whitespace-nowrap">
        <span className={`inline-flex items-center gap-2 ${color}`}>
          {shape}
          {t(`settings.device.kind.${kind}`)}
        </span>
      </td>
      <td translate={known ? "no" : undefined} className="font-strong [overflow-wrap:anywhere] max-md:hidden">
        {name ?? <span className="font-body text-soft">{t("settings.device.unknownDataset")}</span>}
      </td>
      <td className="w-2/5 max-w-0">
        <span translate={known ? "no" : undefined} className="block truncate font-strong md:hidden">
          {name ?? t("settings.device.unknownDataset")}
        </span>
        <What item={item} />
        <span className="block text-small text-soft md:hidden">{when}</span>
      </td>
      <td className="whitespace-nowrap text-soft max-md:hidden">{when}</td>
      <td className="text-right">
        <span className="-my-1 inline-flex flex-wrap justify-end">
          {entry !== null && (
            <Button {...button} {...act(entry.failure === null ? "send" : "retry")} onClick={() => onSend(item)} />
          )}
          {known !== null &&
            cloneElement(recordLink(item), { className: buttonClass("quiet", "compact"), ...act("open") })}
          {canDelete(item) && <Button {...button} {...act("delete")} onClick={() => onDelete(item)} />}
        </span>
      </td>
    </tr>
  );
}

/** "Record 4f20, submitted", and below it the answers, or the reason why they were refused. */
function What({ item }: { item: WorkItem }) {
  const { recordId, entry } = item;
  const said = preview(item);
  const id = shortId(recordId);
  return (
    <>
      <span title={recordId} className="block truncate max-md:whitespace-normal">
        {entry === null
          ? t("settings.device.record", { id })
          : t("settings.device.done", { id, status: statusWord(entry).toLowerCase() })}
      </span>
      {said !== "" && (
        <span translate="no" dir="auto" className="block truncate text-small text-soft">
          {said}
        </span>
      )}
      {entry?.failure != null && (
        <span className="block text-danger text-small [overflow-wrap:anywhere]">{failureText(entry.failure)}</span>
      )}
    </>
  );
}

/** Returns the router's link to the place of typing; it gets its look, name and content here. */
export type TypedLink = (
  of: TypedForDataset,
) => ReactElement<{ className?: string; children?: ReactNode; "aria-label"?: string }>;

type TypedListProps = {
  typed: readonly TypedForDataset[];
  nameOf: DatasetNameOf;
  typedLink: TypedLink;
  onDelete: (of: TypedForDataset) => void;
};

/** Typed and unsaved text for datasets: its content, a link to its place, and a button to delete it (AUT-32). */
export function TypedList({ typed, nameOf, typedLink, onDelete }: TypedListProps) {
  return (
    <section aria-labelledby="typed" className="mt-4">
      <h3 id="typed" className="font-strong">
        {t("settings.device.typed.title")}
      </h3>
      <ul className="mt-1 border-line border-b">
        {typed.map((one) => {
          const name = nameOf(one.datasetId) ?? t("settings.device.dataset", { id: shortId(one.datasetId) });
          const query = one.kind === "rule" ? one.rule.query : "";
          return (
            <li
              key={`${one.kind} ${one.datasetId} ${query}`}
              className="flex items-start gap-3 border-line border-t py-2"
            >
              <span className="min-w-0 flex-1">
                <span className="block [overflow-wrap:anywhere]">
                  <b translate="no" className="font-strong">
                    {name}
                  </b>{" "}
                  {t(`settings.device.typed.${one.kind}.what`)}
                </span>
                <span translate="no" dir="auto" className="block truncate text-small text-soft">
                  {textsOfTyped(one)
                    .map((text) => text || t("typedForms.emptied"))
                    .join(" · ")}
                </span>
              </span>
              <span className="-my-1 inline-flex flex-none">
                {cloneElement(typedLink(one), {
                  className: buttonClass("quiet", "compact"),
                  "aria-label": t(`settings.device.typed.${one.kind}.open`, { name, query }),
                  children: t("settings.device.open"),
                })}
                <Button
                  variant="quiet"
                  size="compact"
                  aria-label={t(`settings.device.typed.${one.kind}.delete`, { name, query })}
                  onClick={() => onDelete(one)}
                >
                  {t("settings.device.delete")}
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The end of a server-made id distinguishes the records of a dataset: its beginning is the time. */
const MADE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const MADE_END = 8;

/** Ids from users have a meaning, with a number at the end. */
const LONGEST = 32;

/**
 * A short form of an id that still distinguishes records: a short id is complete; of a long id only the end is shown, with a
 * sign for the cut.
 */
export function shortId(id: string): string {
  if (MADE.test(id)) return id.slice(-MADE_END);
  const characters = [...id];
  return characters.length <= LONGEST ? id : `…${characters.slice(1 - LONGEST).join("")}`;
}

export type DatasetNameOf = (datasetId: string) => string | null | undefined;

/** The name of a dataset; null if the user has no access; undefined while the names are unknown. */
export function useDatasetNames(): DatasetNameOf {
  const { data: datasets } = useQuery(myDatasetsQuery());
  const names = datasets && new Map(datasets.map(({ id, name }) => [id, name]));
  return (datasetId) => readTaskDatasetKey(datasetId).dataset || (names && (names.get(datasetId) ?? null));
}
