import type { TypedForDataset } from "@postil/domain/outbox/work-file";
import { t } from "i18next";
import { cloneElement, type ReactElement, type ReactNode } from "react";
import "../../lib/i18n/en/typed-forms.ts";
import { textsOfTyped } from "../../lib/kept-work/typed-work.ts";
import { Button, buttonClass } from "../../ui/button.tsx";

/** Returns the router's link to the place of typing; it gets its look, name and content here. */
export type TypedLink = (
  of: TypedForDataset,
) => ReactElement<{ className?: string; children?: ReactNode; "aria-label"?: string }>;

type TypedListProps = {
  typed: readonly TypedForDataset[];
  /** the readable name of a dataset */
  nameOf: (datasetId: string) => string;
  typedLink: TypedLink;
  onDelete: (of: TypedForDataset) => void;
};

/** Typed and unsaved text for datasets: its content, a link to its place, and a button to delete it (AUT-32). */
export function TypedList({ typed, nameOf, typedLink, onDelete }: TypedListProps) {
  return (
    <section aria-labelledby="typed" className="mt-4">
      <h3 id="typed" className="font-strong">
        {t("settings.device.typed.title")}
      </h3>
      <ul className="mt-1 border-line border-b">
        {typed.map((one) => {
          const name = nameOf(one.datasetId);
          const query = one.kind === "rule" ? one.rule.query : "";
          return (
            <li
              key={`${one.kind} ${one.datasetId} ${query}`}
              className="flex items-start gap-3 border-line border-t py-2"
            >
              <span className="min-w-0 flex-1">
                <span className="block [overflow-wrap:anywhere]">
                  <b translate="no" className="font-strong">
                    {name}
                  </b>{" "}
                  {t(`settings.device.typed.${one.kind}.what`)}
                </span>
                <span translate="no" dir="auto" className="block truncate text-small text-soft">
                  {textsOfTyped(one)
                    .map((text) => text || t("typedForms.emptied"))
                    .join(" · ")}
                </span>
              </span>
              <span className="-my-1 inline-flex flex-none">
                {cloneElement(typedLink(one), {
                  className: buttonClass("quiet", "compact"),
                  "aria-label": t(`settings.device.typed.${one.kind}.open`, { name, query }),
                  children: t("settings.device.open"),
                })}
                <Button
                  variant="quiet"
                  size="compact"
                  aria-label={t(`settings.device.typed.${one.kind}.delete`, { name, query })}
                  onClick={() => onDelete(one)}
                >
                  {t("settings.device.delete")}
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
