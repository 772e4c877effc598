import type { ReactNode } from "react";
import type { SectionId } from "./sections.ts";

type SectionProps = { id: SectionId; heading: string; note?: string; children: ReactNode };

/** A part of the page under an address of its own: its name and what is to be known of it at the left, what it holds beside. */
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

/** A name at the left, its control at the right end of the measure; one above the other on a phone. */
export function SettingRow({ name, htmlFor, children }: { name: string; htmlFor?: string; children: ReactNode }) {
  const Name = htmlFor === undefined ? "span" : "label";
  return (
    <div className="flex min-h-10 max-w-160 flex-wrap items-center justify-between gap-x-6 gap-y-1 max-md:py-1">
      <Name htmlFor={htmlFor}>{name}</Name>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
