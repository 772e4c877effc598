import { type Counts, type LabelFigures as Figures, labelFigures } from "@postil/domain/tasks/task-figures";
import { t } from "i18next";
import { useMemo, useState } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { Star } from "../../../ui/star.tsx";
import { OptionName } from "../../../workbench/labels/option-name.tsx";
import { FIND_FROM, finderOf } from "./find-text.ts";
import { Bar, Find, Head, More } from "./panel-parts.tsx";

const SHOWN = 7;

/** Each label as it was predicted and as it was annotated: two bars, two numbers; the heads are the legend. */
export function LabelFigures({ predicted, annotated }: { predicted: Counts; annotated: Counts }) {
  const [query, setQuery] = useState("");
  const [isOpen, setOpen] = useState(false);
  const figures = useMemo(() => labelFigures(predicted, annotated), [predicted, annotated]);
  if (figures.length === 0) return null;
  const isFound = finderOf(query);
  const found = figures.filter(({ label }) => isFound(label));
  const visible = isOpen ? found : found.slice(0, SHOWN);
  const greatest = Math.max(1, ...figures.flatMap((row) => [row.predicted, row.annotated]));
  const find = <Find label={t("taskPanel.findLabel")} value={query} onChange={setQuery} className="w-40 text-body" />;
  return (
    <section aria-label={t("taskPanel.labels")}>
      <Head {...(figures.length >= FIND_FROM ? { end: find } : {})}>{t("taskPanel.labels")}</Head>
      <table className="w-full table-fixed tabular-nums">
        <FiguresHead />
        <tbody>
          {visible.map((row) => (
            <Row key={row.label} row={row} greatest={greatest} />
          ))}
        </tbody>
      </table>
      {found.length === 0 && <p className="text-soft">{t("taskPanel.noLabel")}</p>}
      <More
        hidden={found.length - visible.length}
        isOpen={isOpen && found.length > SHOWN}
        onMore={() => setOpen(true)}
        onFewer={() => setOpen(false)}
      />
    </section>
  );
}

function FiguresHead() {
  return (
    <>
      <colgroup>
        <col className="w-[45%]" />
        <col />
        <col className="w-13" />
        <col className="w-[70px]" />
      </colgroup>
      <thead className="text-small whitespace-nowrap">
        <tr className="h-6">
          <th scope="col" className="p-0">
            <span className="sr-only">{t("taskPanel.labels")}</span>
          </th>
          <th scope="col" colSpan={2} className="p-0 text-right font-body text-suggestion">
            <span className="inline-flex items-center gap-1">
              <Star size={11} />
              {t("taskPanel.predicted")}
            </span>
          </th>
          <th scope="col" className="p-0 text-right font-body text-soft">
            {t("taskPanel.annotatedHead")}
          </th>
        </tr>
      </thead>
    </>
  );
}

function Row({ row: { label, predicted, annotated }, greatest }: { row: Figures; greatest: number }) {
  return (
    <tr className="h-6">
      <th scope="row" title={label} className="p-0 pr-2 text-left font-body">
        <OptionName text={label} />
      </th>
      <td className="p-0">
        <Bar
          outlined
          share={predicted / greatest}
          className="mb-0.5 h-1 bg-[color-mix(in_srgb,var(--suggestion)_60%,var(--surface))]"
        />
        <Bar share={annotated / greatest} className="h-1 bg-soft" />
      </td>
      <td className="p-0 text-right text-suggestion">{predicted.toLocaleString(LOCALE)}</td>
      <td className="p-0 text-right">{annotated.toLocaleString(LOCALE)}</td>
    </tr>
  );
}
