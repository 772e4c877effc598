import { t } from "i18next";
import { CircleAlert } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useReach } from "../../lib/connection/connection.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { announce } from "../../ui/screen-reader.tsx";

/** A message on the sheet in place of a record, aligned with its text. */
export function SheetMessage({ title, children }: { title: string; children: ReactNode }) {
  // It appears without a user action when the last record is answered.
  useEffect(() => announce(title), [title]);
  return (
    <div className="px-6 pt-18 pb-12 pl-38 max-md:px-4 max-md:pt-8 wide:row-span-2">
      <h2 className="text-title">{title}</h2>
      {children}
    </div>
  );
}

export function SheetMessageText({ children }: { children: ReactNode }) {
  return <p className="mt-2 mb-6 max-w-[440px] text-lead text-soft">{children}</p>;
}

/** Shows in place of the records that they could not be loaded, with a retry (design/states.md). */
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
