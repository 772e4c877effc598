import { cloudWordQuery, mentionQuery, narrowedBy, wordQuery } from "@postil/domain/tasks/narrow-text";
import { byCount, type Counts, sumOf } from "@postil/domain/tasks/task-figures";
import { useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { type CSSProperties, type ReactNode, useMemo, useState } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { Star } from "../../../ui/icon.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import type { Aggregations } from "../wire/search-records.ts";
import { Bar, type PanelPage, Part, useFind, useMore } from "./panel-parts.tsx";

const SHOWN = 12;

type WordsProps = {
  page: PanelPage;
  words: readonly (readonly [word: string, count: number])[];
  onNarrow: NarrowByWord;
};

/** The words of the shown records; pressing a word narrows the search (TSE-28). */
export function Words({ page, words, onNarrow }: WordsProps) {
  const [visible, more] = useMore(words, SHOWN);
  if (words.length === 0) return null;
  const greatest = words[0]?.[1] ?? 1;
  return (
    <Part title={t("taskPanel.words")} end={t("taskPanel.inRecords", { count: page.results?.total ?? 0 })}>
      <ul className="columns-2 gap-x-6">
        {visible.map(([word, count]) => (
          <li key={word} className="h-7 break-inside-avoid max-md:h-11">
            <AddButton what={word} onAdd={() => onNarrow(word, count)} className="flex h-5 w-full gap-2 max-md:h-9">
              <bdi translate="no" className="truncate">
                {word}
              </bdi>{" "}
              <span className="ml-auto text-soft tabular-nums">{count.toLocaleString(LOCALE)}</span>
            </AddButton>
            <Bar share={count / greatest} className="h-[3px] bg-soft opacity-75" />
          </li>
        ))}
      </ul>
      {more}
    </Part>
  );
}

type AddButtonProps = { what: string; onAdd: () => void; className: string; children: ReactNode };

function AddButton({ what, onAdd, className, children }: AddButtonProps) {
  return (
    <button
      type="button"
      title={t("taskPanel.add", { what })}
      onClick={onAdd}
      className={`${className} rounded-key text-left hover:text-accent`}
    >
      {children}
    </button>
  );
}

/** Adds a clause of the query language to the text. */
const narrowBy = ({ view: { filters }, changeView }: Pick<PanelPage, "view" | "changeView">, query: string): void =>
  changeView({ filters: { ...filters, text: narrowedBy(filters.text, query) } });

type NarrowByWord = (word: string, count: number) => void;

/**
 * Adds a word of the cloud to the search at once, in the usual form. If this finds fewer records than the word's count, the
 * word is only a part of words there. Then a query that finds those replaces it.
 */
export function useNarrowByWord(page: PanelPage): NarrowByWord {
  const client = useQueryClient();
  const latest = useLatest(() => page);
  return (word, count) => {
    const { filters } = page.view;
    const text = narrowedBy(filters.text, wordQuery(word));
    page.changeView({ filters: { ...filters, text } });
    void client.fetchQuery(page.countsFor({ ...filters, text })).then(
      ({ total }) => {
        const { view, changeView } = latest();
        if (total >= count || view.filters.text !== text) return;
        changeView({ filters: { ...view.filters, text: narrowedBy(filters.text, cloudWordQuery(word)) } });
      },
      // The page sends the same query and shows the error.
      () => undefined,
    );
  };
}

type Side = MentionGroupProps["side"];

/** The mentions tagged in the shown records, for each entity (TSE-28). */
export function Mentions({ page, aggregations }: { page: PanelPage; aggregations: Aggregations }) {
  const { mentions: annotated = {}, predicted_mentions: predicted = {} } = aggregations;
  const [side, setSide] = useState<Side>(Object.keys(annotated).length > 0 ? "annotation" : "prediction");
  const { box, wanted, isFound } = useFind(t("taskPanel.findMention"));
  const told = side === "annotation" ? annotated : predicted;
  const groups = useMemo(() => groupsOf(told, isFound), [told, isFound]);
  const greatest = Math.max(1, ...groups.map(({ rows }) => rows[0]?.[1] ?? 0));
  return (
    <Part title={t("taskPanel.mentions")} end={box} className="mb-6">
      <Tabs
        label={t("taskPanel.mentions")}
        tabs={[
          { id: "annotation", label: <SideName side="annotation" told={annotated} /> },
          { id: "prediction", label: <SideName side="prediction" told={predicted} /> },
        ]}
        selected={side}
        onSelect={setSide}
        look="inline"
        listClassName="justify-start! border-line border-b [&>*]:h-8 [&>*]:gap-1.5 max-md:[&>*]:h-11"
      >
        {groups.map(({ label, total, rows }) => (
          <MentionGroup
            key={label}
            page={page}
            side={side}
            label={label}
            colorId={page.labels.find(({ text }) => text === label)?.colorId ?? 0}
            total={total}
            rows={rows}
            greatest={greatest}
          />
        ))}
        {groups.length === 0 && (
          <p className="pt-3 text-soft">{t(wanted === "" ? "taskPanel.noMentions" : "taskPanel.noMention")}</p>
        )}
      </Tabs>
    </Part>
  );
}

/** "Annotated 11,104" */
function SideName({ side, told }: { side: Side; told: { readonly [label: string]: Counts } }) {
  const count = Object.values(told).reduce((sum, counts) => sum + sumOf(counts), 0);
  return (
    <>
      {side === "prediction" && (
        <span className="text-suggestion">
          <Star />
        </span>
      )}
      {t(side === "prediction" ? "taskPanel.predictedShort" : "taskPanel.annotatedShort")}
      <span className="text-soft tabular-nums">{count.toLocaleString(LOCALE)}</span>
    </>
  );
}

/** The entity with the most mentions comes first; during a search, only matching mentions remain. */
function groupsOf(told: { readonly [label: string]: Counts }, isFound: (mention: string) => boolean) {
  return Object.entries(told)
    .map(([label, counts]) => ({
      label,
      total: sumOf(counts),
      rows: byCount(counts).filter(([mention]) => isFound(mention)),
    }))
    .filter(({ rows }) => rows.length > 0)
    .sort((a, b) => b.total - a.total);
}

const MENTIONS = 3;
/** The number of mentions that each press adds: an entity may have thousands. */
const STEP = 50;
/** Further entities reuse the colours from the first one on. */
const COLORS = 50;

type MentionGroupProps = {
  page: PanelPage;
  side: "annotation" | "prediction";
  label: string;
  colorId: number;
  total: number;
  rows: readonly (readonly [mention: string, count: number])[];
  /** the highest count of all entities, which gets the longest bar */
  greatest: number;
};

/** The mentions of one entity, in its tone; pressing a mention narrows the search. */
function MentionGroup({ page, side, label, colorId, total, rows, greatest }: MentionGroupProps) {
  const [visible, more] = useMore(rows, MENTIONS, STEP);
  const slot = colorId % COLORS;
  // The type does not know custom properties as keys.
  const colors = { "--fill": `var(--entity-${slot})`, "--tone": `var(--entity-${slot}-tone)` } as CSSProperties;
  return (
    <section aria-label={label} style={colors} className="mt-2">
      <h3 className="flex h-7 items-center gap-2 font-strong">
        <span
          aria-hidden="true"
          className="size-3 flex-none rounded-[3px] bg-(--fill) shadow-[inset_0_0_0_1.5px_var(--tone)]"
        />
        <bdi translate="no" className="truncate">
          {label}
        </bdi>
        <span className="ml-auto font-body text-soft tabular-nums">{total.toLocaleString(LOCALE)}</span>
      </h3>
      <ul>
        {visible.map(([mention, count]) => (
          <li key={mention} className="grid h-6.5 grid-cols-[20px_140px_minmax(0,1fr)_48px] items-center max-md:h-11">
            <span />
            <AddButton
              what={mention}
              onAdd={() => narrowBy(page, mentionQuery(mention, side))}
              className="truncate pr-2 max-md:h-11"
            >
              <bdi translate="no">{mention}</bdi>
            </AddButton>
            <Bar share={count / greatest} className="h-1.5 bg-(--tone) opacity-75" />
            <span className="text-right tabular-nums">{count.toLocaleString(LOCALE)}</span>
          </li>
        ))}
      </ul>
      <div className="pl-5">{more}</div>
    </section>
  );
}
