import { t } from "i18next";
import { TriangleAlert } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

type UnsavedLabelsProps = { count: number; isEntity: boolean; saving: boolean; onSave: () => void };

/** Labels that records have and the settings do not: one press saves them all (TSG-07). */
export function UnsavedLabels({ count, isEntity, saving, onSave }: UnsavedLabelsProps) {
  return (
    <div className="mb-2 flex items-center gap-3 rounded-panel bg-edited-fill py-2 pr-2 pl-3 text-edited fill-ring max-md:flex-wrap">
      <Icon of={TriangleAlert} />
      <p className="min-w-0 flex-1">
        <b className="block font-strong">
          {isEntity ? t("taskSettings.unsaved.entities") : t("taskSettings.unsaved.labels")}
        </b>
        {t("taskSettings.unsaved.text")}
      </p>
      <Button variant="primary" disabled={saving} onClick={onSave}>
        {t("taskSettings.unsaved.save", { count })}
      </Button>
    </div>
  );
}
