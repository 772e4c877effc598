import { narrowedBy } from "@postil/domain/tasks/narrow-text";
import { t } from "i18next";
import { type ReactNode, useState } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import type { PanelPage } from "./panel-page.ts";
import { Bar, Head, More } from "./panel-parts.tsx";
import type { NarrowByWord } from "./use-narrow-by-word.ts";

const SHOWN = 12;

type WordsProps = {
  page: PanelPage;
  words: readonly (readonly [word: string, count: number])[];
  onNarrow: NarrowByWord;
};

/** The words of the records that are shown; one that is pressed narrows the search (TSE-28). */
export function Words({ page, words, onNarrow }: WordsProps) {
  const [isOpen, setOpen] = useState(false);
  if (words.length === 0) return null;
  const visible = isOpen ? words : words.slice(0, SHOWN);
  const greatest = words[0]?.[1] ?? 1;
  return (
    <section aria-label={t("taskPanel.words")}>
      <Head end={t("taskPanel.inRecords", { count: page.results?.total ?? 0 })}>{t("taskPanel.words")}</Head>
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
      <More
        hidden={words.length - visible.length}
        isOpen={isOpen && words.length > SHOWN}
        onMore={() => setOpen(true)}
        onFewer={() => setOpen(false)}
      />
    </section>
  );
}

type AddButtonProps = {
  what: string;
  onAdd: () => void;
  className: string;
  children: ReactNode;
};

export function AddButton({ what, onAdd, className, children }: AddButtonProps) {
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
export const narrowBy = (
  { view: { filters }, changeView }: Pick<PanelPage, "view" | "changeView">,
  query: string,
): void => changeView({ filters: { ...filters, text: narrowedBy(filters.text, query) } });
