import { t } from "i18next";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";

type EmptyStateProps = { title: string; children?: ReactNode; actions?: ReactNode; isApart?: boolean };

/** Replaces an empty list or record: a title, a sentence, and actions. `isApart`: in the middle below a bar. */
export function EmptyState({ title, children, actions, isApart = false }: EmptyStateProps) {
  return (
    <div className={cx("max-w-[480px]", isApart && "mx-auto mt-36")}>
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
