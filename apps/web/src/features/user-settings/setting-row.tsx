import type { ReactNode } from "react";

/** A name at the left, its control at the right; one above the other where it is narrow. */
export function SettingRow({ name, htmlFor, children }: { name: string; htmlFor?: string; children: ReactNode }) {
  const Name = htmlFor === undefined ? "span" : "label";
  return (
    <div className="grid items-start gap-x-4 gap-y-1 md:grid-cols-[120px_minmax(0,1fr)]">
      <Name htmlFor={htmlFor} className="text-soft md:pt-1.5">
        {name}
      </Name>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** A headed part of the page. */
export function SettingGroup({ heading, note, children }: { heading: string; note?: string; children: ReactNode }) {
  return (
    <section className="mb-8">
      <h2 className="font-strong text-lead">{heading}</h2>
      {note !== undefined && <p className="text-small text-soft">{note}</p>}
      <div className="mt-3 grid gap-3">{children}</div>
    </section>
  );
}
