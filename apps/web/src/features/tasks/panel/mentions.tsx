import { byCount, type Counts, sumOf } from "@postil/domain/tasks/task-figures";
import { t } from "i18next";
import { useMemo, useState } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { Star } from "../../../ui/star.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import type { Aggregations } from "../wire/search-records.ts";
import { finderOf } from "./find-text.ts";
import { MentionGroup, type MentionGroupProps } from "./mention-group.tsx";
import type { PanelPage } from "./panel-page.ts";
import { Find, Head } from "./panel-parts.tsx";

type MentionsProps = { page: PanelPage; aggregations: Aggregations };
type Side = MentionGroupProps["side"];

/** What was tagged in the records that are shown, entity by entity (TSE-28). */
export function Mentions({ page, aggregations }: MentionsProps) {
  const { mentions: annotated = {}, predicted_mentions: predicted = {} } = aggregations;
  const [side, setSide] = useState<Side>(Object.keys(annotated).length > 0 ? "annotation" : "prediction");
  const [query, setQuery] = useState("");
  const told = side === "annotation" ? annotated : predicted;
  const groups = useMemo(() => groupsOf(told, query), [told, query]);
  const greatest = Math.max(1, ...groups.map(({ rows }) => rows[0]?.[1] ?? 0));
  return (
    <section aria-label={t("taskPanel.mentions")} className="mb-6">
      <Head
        end={<Find label={t("taskPanel.findMention")} value={query} onChange={setQuery} className="w-40 text-body" />}
      >
        {t("taskPanel.mentions")}
      </Head>
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
          <p className="pt-3 text-soft">{t(query.trim() === "" ? "taskPanel.noMentions" : "taskPanel.noMention")}</p>
        )}
      </Tabs>
    </section>
  );
}

type SideNameProps = { side: Side; told: { readonly [label: string]: Counts } };

/** "Annotated 11,104" */
function SideName({ side, told }: SideNameProps) {
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

/** The entity with the most mentions first; of those that are looked for only what is found. */
function groupsOf(told: { readonly [label: string]: Counts }, query: string) {
  const isFound = finderOf(query);
  return Object.entries(told)
    .map(([label, counts]) => ({
      label,
      total: sumOf(counts),
      rows: byCount(counts).filter(([mention]) => isFound(mention)),
    }))
    .filter(({ rows }) => rows.length > 0)
    .sort((a, b) => b.total - a.total);
}
