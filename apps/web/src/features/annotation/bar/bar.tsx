import { memo } from "react";
import { useTranslation } from "react-i18next";
import { InHeader } from "../../../ui/in-header.tsx";
import { usePhone } from "../../../ui/use-phone.ts";
import type { QueueChoice } from "./status-list.tsx";
import { StatusMenu } from "./status-menu.tsx";

type BarProps = QueueChoice & {
  /** the place for a note about the record on screen, at the right (`InBar`) */
  noteRef: (place: HTMLElement | null) => void;
};

/** Between header and record: what is shown. On a phone it gives way to an icon in the header (screens 1.2). */
export const Bar = memo(function Bar({ noteRef, ...choice }: BarProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  if (phone) {
    return (
      <div className="px-4">
        <InHeader slot="actions">
          <StatusMenu {...choice} compact />
        </InHeader>
        <div ref={noteRef} />
      </div>
    );
  }
  return (
    <div role="toolbar" aria-label={t("annotation.bar.label")} className="flex h-(--bar) items-center gap-1 pr-6 pl-4">
      <StatusMenu {...choice} />
      <span className="flex-1" />
      <div ref={noteRef} className="min-w-0" />
    </div>
  );
});
