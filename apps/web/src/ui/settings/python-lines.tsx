import { t } from "i18next";
import { CopyButton } from "../copy-button.tsx";

type PythonLinesProps = { help: string; steps: readonly { readonly title: string; readonly code: string }[] };

/** Lines of Python that use a dataset, with a copy button per step (CON-09). */
export function PythonLines({ help, steps }: PythonLinesProps) {
  return (
    <section aria-label={t("datasetSettings.info.python")} className="mb-6">
      <h2 className="font-strong text-lead">{t("datasetSettings.info.python")}</h2>
      <p className="mb-3 text-small text-soft">{help}</p>
      {steps.map(({ title, code }) => (
        <figure key={title} className="mb-4">
          <figcaption className="flex items-center justify-between text-soft">
            {title}
            <CopyButton text={code} what={t("datasetSettings.info.linesOf", { what: title })} />
          </figcaption>
          <pre
            translate="no"
            className="rounded-control bg-sunken p-3 font-mono text-small whitespace-pre-wrap [overflow-wrap:anywhere] [font-variant-ligatures:none]"
          >
            {code}
          </pre>
        </figure>
      ))}
    </section>
  );
}
