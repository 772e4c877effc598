import { t } from "i18next";
import { useId } from "react";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { Choice } from "../../ui/choice.tsx";
import type { ExportSize, ExportWish, ShownRecords } from "./export-api.ts";

type ExportRecordsProps = {
  shown: ShownRecords | null;
  wish: ExportWish;
  onWish: (wish: ExportWish) => void;
  all: ExportSize | undefined;
  some: ExportSize | undefined;
};

/** All records or those that are shown, each with how many. Without any shown there is no choice. */
export function ExportRecords({ shown, wish, onWish, all, some }: ExportRecordsProps) {
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
          end={all?.records.toLocaleString(LOCALE)}
        />
        {shown !== null && (
          <Choice
            group={group}
            checked={wish.shown !== null}
            onChoose={() => onWish({ ...wish, shown })}
            label={t("exporting.shown")}
            end={some?.records.toLocaleString(LOCALE)}
            help={shown.words}
          />
        )}
      </div>
    </>
  );
}
