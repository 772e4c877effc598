import { CloudAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../ui/icon.tsx";

/** On a record whose answer was given up: it shows its earlier status, and this (FRS-14). */
export function NotSavedPill() {
  const { t } = useTranslation();
  return (
    <span className="inline-flex h-6 items-center gap-1.5 rounded-full bg-danger-fill pr-2.5 pl-2 whitespace-nowrap text-danger fill-ring">
      <Icon of={CloudAlert} size={14} />
      {t("common.unsaved")}
    </span>
  );
}
