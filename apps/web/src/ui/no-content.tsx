import { t } from "i18next";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

/** Replaces an empty list or record: a title, a sentence, and actions. */
export function EmptyState({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="max-w-[480px]">
      <h2 className="font-strong text-title">{title}</h2>
      {children !== undefined && <div className="mt-2 text-lead text-soft">{children}</div>}
      {actions !== undefined && <div className="mt-6 flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}

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
