import { createContext, type ReactNode, use } from "react";
import { createPortal } from "react-dom";
import { textLinkClass } from "../../../ui/text-link.ts";

/** The element of the bar for a note. Null while there is no bar. */
export const NotePlace = createContext<HTMLElement | null>(null);

/** Shows a note in the bar. The bar stays when the record changes, but the note about the record goes. */
export function InBar({ children }: { children: ReactNode }) {
  const place = use(NotePlace);
  return place === null ? null : createPortal(children, place);
}

type NoteProps = { action: string; onAction: () => void; children: ReactNode };

/**
 * A note about the record on screen, at the right of the bar, so nothing moves when it comes or goes. It tells that an earlier
 * draft is in the form (design/annotation.md#drafts), or that another tab changed the record (design/annotation.md#two-tabs).
 */
export function Note({ action, onAction, children }: NoteProps) {
  return (
    <p className="flex min-w-0 gap-2 text-small">
      <span className="truncate text-soft">{children}</span>
      <button type="button" onClick={onAction} className={`${textLinkClass} whitespace-nowrap`}>
        {action}
      </button>
    </p>
  );
}
