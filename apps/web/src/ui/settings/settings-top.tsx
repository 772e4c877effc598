import { t } from "i18next";
import { ArrowRight } from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode } from "react";
import { Icon } from "../icon.tsx";

/** a link to the annotation page, without content */
export type AnnotationLink = ReactElement<{ className?: string; children?: ReactNode }>;

/** The title of the settings, and the link to the records. */
export function SettingsTop({ annotationLink }: { annotationLink: AnnotationLink }) {
  return (
    <div className="flex min-h-14 items-center justify-between gap-3">
      <h1 className="font-strong text-title">{t("datasetSettings.title")}</h1>
      {cloneElement(annotationLink, {
        className:
          "inline-flex h-control items-center gap-2 rounded-control border border-line bg-surface px-3 whitespace-nowrap hover:bg-[color-mix(in_srgb,var(--ink)_4%,var(--surface))]",
        children: (
          <>
            {t("datasetSettings.goToAnnotation")}
            <Icon of={ArrowRight} />
          </>
        ),
      })}
    </div>
  );
}
