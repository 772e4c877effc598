import type { TypedSettings } from "@postil/domain/outbox/work-file";
import { cloneElement, type ReactElement, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button, buttonClass } from "../../../ui/button.tsx";

/** Gives the router's link to the settings of a dataset; it gets its look, name and content here. */
export type SettingsLink = (
  datasetId: string,
) => ReactElement<{ className?: string; children?: ReactNode; "aria-label"?: string }>;

type TypedSettingsListProps = {
  typed: readonly TypedSettings[];
  /** of a dataset, for people */
  nameOf: (datasetId: string) => string;
  settingsLink: SettingsLink;
  onDelete: (datasetId: string) => void;
};

/** What was typed into the settings of datasets and not saved: what it says, the way back to it, and to let go of it (AUT-32). */
export function TypedSettingsList({ typed, nameOf, settingsLink, onDelete }: TypedSettingsListProps) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="typed-settings" className="mt-4">
      <h3 id="typed-settings" className="font-strong">
        {t("settings.device.typed.title")}
      </h3>
      <ul className="mt-1 border-line border-b">
        {typed.map(({ datasetId, texts }) => {
          const name = nameOf(datasetId);
          return (
            <li key={datasetId} className="flex items-start gap-3 border-line border-t py-2">
              <span className="min-w-0 flex-1">
                <b className="block font-strong [overflow-wrap:anywhere]">{name}</b>
                <span dir="auto" className="block truncate text-small text-soft">
                  {texts.join(" · ")}
                </span>
              </span>
              <span className="-my-1 inline-flex flex-none">
                {cloneElement(settingsLink(datasetId), {
                  className: buttonClass("quiet", "compact"),
                  "aria-label": t("settings.device.typed.open", { name }),
                  children: t("settings.device.open"),
                })}
                <Button
                  variant="quiet"
                  size="compact"
                  aria-label={t("settings.device.typed.delete", { name })}
                  onClick={() => onDelete(datasetId)}
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
