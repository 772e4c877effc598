import { t } from "i18next";
import type { ReactNode } from "react";

/** In the right column: what the edited items look like to the people who answer. */
export function PreviewColumn({ real, children }: { real: boolean; children: ReactNode }) {
  return (
    <>
      <h2 className="mb-4 font-body text-small text-soft">
        {t(real ? "datasetSettings.preview.title" : "datasetSettings.preview.bare")}
      </h2>
      {children}
    </>
  );
}
