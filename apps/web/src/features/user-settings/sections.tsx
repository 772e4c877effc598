import { useLocation } from "@tanstack/react-router";
import { t } from "i18next";
import { type ReactNode, useEffect, useState } from "react";
import { cx } from "../../ui/cx.ts";

/** The parts of the page in their order; each is the hash of an address. */
const SECTIONS = ["appearance", "annotation", "keyboard", "keys", "password", "data", "device"] as const;
type SectionId = (typeof SECTIONS)[number];

type SectionProps = { id: SectionId; heading: string; note?: string; children: ReactNode };

/** A part of the page with its own address: name and note at the left, content beside them. */
export function Section({ id, heading, note, children }: SectionProps) {
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-heading`}
      className="grid scroll-mt-2 gap-x-6 gap-y-3 py-6 outline-0 @min-[920px]:grid-cols-[160px_minmax(0,864px)]"
    >
      <div className="pt-1">
        <h2 id={`${id}-heading`} className="font-strong text-lead">
          {heading}
        </h2>
        {note !== undefined && <p className="mt-1 max-w-160 text-small text-soft">{note}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

/** A section is current once its top is above this line, as a share of the window height. */
const READ_FROM = 0.3;

/** The current section: the one in the address while its top is in view, else the last one that has started. */
function useCurrentSection(hash: string): SectionId {
  const [current, setCurrent] = useState<SectionId>(SECTIONS[0]);
  useEffect(() => {
    const look = () => setCurrent(sectionRead(hash));
    look();
    // A part of the page scrolls, and its scroll events do not bubble.
    document.addEventListener("scroll", look, { capture: true, passive: true });
    return () => document.removeEventListener("scroll", look, { capture: true });
  }, [hash]);
  return current;
}

function sectionRead(hash: string): SectionId {
  const topOf = (id: SectionId) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity;
  const named = SECTIONS.find((id) => id === hash);
  if (named !== undefined && topOf(named) >= 0 && topOf(named) < window.innerHeight) return named;
  return SECTIONS.findLast((id) => topOf(id) <= window.innerHeight * READ_FROM) ?? SECTIONS[0];
}

/** The sections of the page; the current one is highlighted. `counts`: the number of items, where it is useful. */
export function Contents({ counts }: { counts: { readonly [Id in SectionId]?: number | undefined } }) {
  const current = useCurrentSection(useLocation({ select: ({ hash }) => hash }));
  return (
    <nav aria-label={t("settings.sections")} className="mt-8 grid gap-1">
      {SECTIONS.map((id) => (
        // Not the router's link: it would mark the last visited section as current, wherever the user has scrolled.
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
