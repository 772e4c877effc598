import { t } from "i18next";
import { CircleAlert } from "lucide-react";
import { useReach } from "../../lib/connection/current.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { SheetMessage, SheetMessageText } from "./sheet-message.tsx";

/** The records could not be loaded: said where they would stand, with a way to try again (design/states.md). */
export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const online = useReach() === "online";
  return (
    <SheetMessage title={t("annotation.queue.failed")}>
      <div role="alert">
        <SheetMessageText>
          <span className="flex items-start gap-2">
            <span className="mt-1 text-danger">
              <Icon of={CircleAlert} />
            </span>
            {t(online ? "annotation.queue.failedText" : "annotation.queue.offline")}
          </span>
        </SheetMessageText>
      </div>
      <Button onClick={onRetry}>{t("common.retry")}</Button>
    </SheetMessage>
  );
}
