import { t } from "i18next";
import { ArrowLeft } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { useRulesMode } from "./rules-mode.ts";

export function BackToEditor() {
  const { goTo } = useRulesMode();
  return (
    <Button variant="quiet" icon={ArrowLeft} className="-ml-2" onClick={() => goTo("records")}>
      {t("taskRules.list.back")}
    </Button>
  );
}
