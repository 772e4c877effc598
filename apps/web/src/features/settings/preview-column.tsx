import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** The right column: what the edited items look like to the people who answer. */
export function PreviewColumn({ real, children }: { real: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t("datasetSettings.preview.bare")}>
      <h2 className="mb-4 font-body text-small text-soft">
        {t(real ? "datasetSettings.preview.title" : "datasetSettings.preview.bare")}
      </h2>
      {children}
    </section>
  );
}
