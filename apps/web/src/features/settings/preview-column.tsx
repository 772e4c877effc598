import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** In the right column: what the edited items look like to the people who answer. */
export function PreviewColumn({ real, children }: { real: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <h2 className="mb-4 font-body text-small text-soft">
        {t(real ? "datasetSettings.preview.title" : "datasetSettings.preview.bare")}
      </h2>
      {children}
    </>
  );
}
