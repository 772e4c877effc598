import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button.tsx";
import { useRulesMode } from "./rules-mode.ts";

export function BackToEditor() {
  const { t } = useTranslation();
  const { goTo } = useRulesMode();
  return (
    <Button variant="quiet" icon={ArrowLeft} className="-ml-2" onClick={() => goTo("records")}>
      {t("taskRules.list.back")}
    </Button>
  );
}
