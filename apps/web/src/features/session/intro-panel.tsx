import { t } from "i18next";
import "../../lib/i18n/en/session.ts";

/**
 * The quiet half of the sign-in page: a paragraph with the mark drawn around three of its lines (32 px each) and a note in
 * the margin. For the eyes alone.
 */
export function IntroPanel() {
  return (
    <aside
      aria-hidden="true"
      className="@container hidden items-center overflow-hidden border-line border-l bg-surface px-6 min-[768px]:grid"
    >
      <div className="relative mx-auto pl-10 @min-[570px]:pl-40">
        <p className="max-w-[408px] font-serif text-[19px] text-soft leading-8">
          {t("session.intro.start")}
          <b className="font-[400] text-ink">{t("session.intro.stroke")}</b>
          {t("session.intro.between")}
          <b className="font-[400] text-ink">{t("session.intro.bracket")}</b>
          {t("session.intro.end")}
        </p>
        <Bracket />
        <span className="absolute top-[100px] left-0 hidden w-[100px] whitespace-nowrap text-right font-[450] font-serif text-[16px] text-suggestion italic leading-6 @min-[570px]:block">
          {t("session.intro.note")}
        </span>
        <p className="mt-12">{t("session.intro.motto")}</p>
      </div>
    </aside>
  );
}

function Bracket() {
  return (
    <span className="absolute top-[70px] left-2 h-[86px] w-3 border-2 border-ink border-r-0 @min-[570px]:left-32">
      <span className="absolute top-[37px] right-5 size-2 rounded-full bg-accent" />
    </span>
  );
}
