import { createContext, type ReactNode, use } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { clockTime } from "../../lib/i18n/times.ts";
import { textLinkClass } from "../../ui/text-link.ts";

/** Where the bar has room for a note; null while there is no bar. */
export const NotePlace = createContext<HTMLElement | null>(null);

/** The bar stays when the record goes; what is said in it about the record does not. */
export function InBar({ children }: { children: ReactNode }) {
  const place = use(NotePlace);
  return place === null ? null : createPortal(children, place);
}

type NoteProps = { action: string; onAction: () => void; children: ReactNode };

/** A word about the record on screen, at the right of the bar: nothing moves when it comes or goes. */
function Note({ action, onAction, children }: NoteProps) {
  return (
    <p role="status" className="flex min-w-0 gap-2 text-small">
      <span className="truncate text-soft">{children}</span>
      <button type="button" onClick={onAction} className={`${textLinkClass} whitespace-nowrap`}>
        {action}
      </button>
    </p>
  );
}

/** What was typed on an earlier visit is in the form again (design/annotation.md#drafts). `at` in ms. */
export function DraftRestored({ at, onDiscard }: { at: number; onDiscard: () => void }) {
  const { t } = useTranslation();
  return (
    <Note action={t("annotation.draftDiscard")} onAction={onDiscard}>
      {t("annotation.draftRestored", { time: clockTime(at) })}
    </Note>
  );
}

/** The same record was answered in another tab; the later save wins (design/annotation.md#two-tabs). */
export function ChangedElsewhere({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation();
  return (
    <Note action={t("annotation.changedShow")} onAction={onShow}>
      {t("annotation.changedElsewhere")}
    </Note>
  );
}

/** The same record was typed on in another tab, and neither was sent; what is typed here lasts as long as this tab. */
export function TypedElsewhere({ onKeep }: { onKeep: () => void }) {
  const { t } = useTranslation();
  return (
    <Note action={t("annotation.typedKeep")} onAction={onKeep}>
      {t("annotation.typedElsewhere")}
    </Note>
  );
}
