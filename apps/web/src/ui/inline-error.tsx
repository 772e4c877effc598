import { t } from "i18next";
import { CircleAlert } from "lucide-react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

/** A failure message in the place of the missing content, with a retry. */
export function InlineError({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <div role="alert" className="flex items-center gap-2 text-danger">
      <Icon of={CircleAlert} />
      <span>{message}</span>
      {onRetry && (
        <Button variant="quiet" size="compact" onClick={onRetry} className="text-accent">
          {t("common.retry")}
        </Button>
      )}
    </div>
  );
}
