import { t } from "i18next";
import { useId } from "react";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { sizeText } from "../../lib/i18n/size-text.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import type { ExportSize, ExportWish } from "./export-api.ts";
import { PART_NAMES, PARTS, type Part, type PartNames } from "./export-wish.ts";

type ExportPartsProps = {
  says: PartNames;
  wish: ExportWish;
  onWish: (wish: ExportWish) => void;
  size: ExportSize | undefined;
};

/** What goes along with the records' texts, with how much there is of it in the dataset. */
export function ExportParts({ says, wish, onWish, size }: ExportPartsProps) {
  const group = useId();
  const choose = (part: Part, on: boolean) =>
    onWish({ ...wish, parts: PARTS.filter((one) => (one === part ? on : wish.parts.includes(one))) });
  return (
    <>
      <p id={group} className="text-soft max-md:mt-3">
        {t("exporting.with")}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame and legend into the grid */}
      <div role="group" aria-labelledby={group}>
        {PARTS.map((part) => (
          <div key={part} className="flex min-h-6 flex-wrap items-start gap-x-4 not-first:mt-1">
            <Checkbox
              label={t(`exporting.${PART_NAMES[says].texts}.${part}`)}
              checked={wish.parts.includes(part)}
              onChange={(on) => choose(part, on)}
            />
            <span className="ml-auto text-soft">{size && amountOf(part, says, size)}</span>
          </div>
        ))}
      </div>
    </>
  );
}

function amountOf(part: Part, says: PartNames, size: ExportSize): string {
  const by = (count: number, whom: string) =>
    count === 0 ? t("exporting.none") : t("exporting.by", { what: count.toLocaleString(LOCALE), whom });
  switch (part) {
    case "responses":
      return by(size.responses, t("exporting.people", { count: size.people }));
    case "suggestions":
      return size.agents === 0
        ? size.suggestions === 0
          ? t("exporting.none")
          : size.suggestions.toLocaleString(LOCALE)
        : by(size.suggestions, t("exporting.agents", { count: size.agents }));
    case "metadata":
      return t(says === "task" ? "exporting.keys" : "exporting.properties", { count: size.properties });
    case "vectors":
      return size.vectors.length === 0
        ? t("exporting.none")
        : t("exporting.vectors", { count: size.vectors.length, size: sizeText(size.vector_bytes) });
  }
}
