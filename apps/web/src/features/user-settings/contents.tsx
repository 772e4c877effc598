import { useLocation } from "@tanstack/react-router";
import { t } from "i18next";
import { cx } from "../../ui/cx.ts";
import { SECTIONS, type SectionId } from "./sections.ts";
import { useCurrentSection } from "./use-current-section.ts";

type ContentsProps = {
  /** How many things are in a section, where that is worth knowing from afar. */
  counts: { readonly [Id in SectionId]?: number | undefined };
};

/** The sections of the page; the one that is read stands out. */
export function Contents({ counts }: ContentsProps) {
  const current = useCurrentSection(useLocation({ select: ({ hash }) => hash }));
  return (
    <nav aria-label={t("settings.sections")} className="mt-8 grid gap-1">
      {SECTIONS.map((id) => (
        // Not the router's: it would call the one that was gone to the current page, wherever the reader is by now.
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === current ? "location" : undefined}
          className={cx(
            "flex min-h-7 items-center justify-between rounded-control max-md:min-h-11",
            id === current ? "font-strong text-ink" : "text-soft hover:text-ink",
          )}
        >
          {t(`settings.${id}.heading`)}
          {counts[id] !== undefined && counts[id] > 0 && (
            <span className="font-body text-small tabular-nums">{counts[id]}</span>
          )}
        </a>
      ))}
    </nav>
  );
}
