import { foldLetters } from "@postil/domain/answers/label-search";
import { type TermChoice, withChosen } from "@postil/domain/search/filter-offer";
import { t } from "i18next";
import { useMemo, useState } from "react";
import "../../lib/i18n/en/filter-editing.ts";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { CheckList } from "../../ui/check-list.tsx";

type TermListProps = {
  /** of the property or question */
  title: string;
  choices: readonly TermChoice[];
  chosen: readonly string[];
  onChoose: (values: readonly string[]) => void;
  /** no more than these */
  most?: number;
};

/** Values to tick. */
export function TermList({ title, choices, chosen, onChoose, most = Number.POSITIVE_INFINITY }: TermListProps) {
  // A value that is not on offer stays in the list when it is taken back: it has the focus.
  const [atFirst] = useState(chosen);
  const items = useMemo(() => withChosen(choices, atFirst), [choices, atFirst]);
  return (
    <CheckList
      label={title}
      items={items}
      chosen={chosen}
      onToggle={(value, on) => onChoose(on ? [...chosen, value] : chosen.filter((other) => other !== value))}
      most={most}
      finds={contains}
      texts={{
        find: t("filterEditing.findIn", { list: title }),
        nothingFound: t("filterEditing.nothingFound"),
        most: t("filterEditing.most"),
        found: (count, total) => t("filterEditing.found", { count, total }),
      }}
      number={(count) => count.toLocaleString(LOCALE)}
    />
  );
}

function contains(query: string): (text: string) => boolean {
  const wanted = foldLetters(query);
  return (text) => foldLetters(text).includes(wanted);
}
