import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { LOCALE } from "../../lib/i18n/locale.ts";
import type { ExportSize } from "./export-api.ts";
import type { ExportWish, ShownRecords } from "./export-wish.ts";

type ExportRecordsProps = {
  shown: ShownRecords | null;
  wish: ExportWish;
  onWish: (wish: ExportWish) => void;
  all: ExportSize | undefined;
  some: ExportSize | undefined;
};

/** All records or those that are shown, each with how many. Without any shown there is no choice. */
export function ExportRecords({ shown, wish, onWish, all, some }: ExportRecordsProps) {
  const { t } = useTranslation();
  const group = useId();
  return (
    <>
      <p id={group} className="text-soft">
        {t("exporting.records")}
      </p>
      <div role="radiogroup" aria-labelledby={group}>
        <Choice
          group={group}
          checked={wish.shown === null}
          onChoose={() => onWish({ ...wish, shown: null })}
          label={t("exporting.all")}
          count={all?.records}
        />
        {shown !== null && (
          <Choice
            group={group}
            checked={wish.shown !== null}
            onChoose={() => onWish({ ...wish, shown })}
            label={t("exporting.shown")}
            count={some?.records}
            help={shown.words}
          />
        )}
      </div>
    </>
  );
}

type ChoiceProps = {
  group: string;
  checked: boolean;
  onChoose: () => void;
  label: string;
  count: number | undefined;
  help?: ReactNode;
};

function Choice({ group, checked, onChoose, label, count, help }: ChoiceProps) {
  return (
    <label className="flex min-h-6 cursor-pointer items-start gap-2 not-first:mt-1">
      <input
        type="radio"
        name={group}
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-4 flex-none cursor-pointer appearance-none rounded-full border border-edge bg-surface checked:border-5 checked:border-accent"
      />
      <span className="min-w-0">
        {label}
        {help !== undefined && <small className="block text-small text-soft wrap-anywhere">{help}</small>}
      </span>
      <span className="ml-auto whitespace-nowrap text-soft">{count?.toLocaleString(LOCALE)}</span>
    </label>
  );
}
