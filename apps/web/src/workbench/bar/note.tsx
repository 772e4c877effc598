import { createContext, type ReactNode, use } from "react";
import { createPortal } from "react-dom";
import { textLinkClass } from "../../ui/text-link.ts";

/** Where the bar has room for a note; null while there is no bar. */
export const NotePlace = createContext<HTMLElement | null>(null);

/** The bar stays when the record goes; what is said in it about the record does not. */
export function InBar({ children }: { children: ReactNode }) {
  const place = use(NotePlace);
  return place === null ? null : createPortal(children, place);
}

type NoteProps = { action: string; onAction: () => void; children: ReactNode };

/**
 * A word about the record on screen, at the right of the bar: nothing moves when it comes or goes. What was typed earlier is in the
 * form again (design/annotation.md#drafts), or something happened to it in another tab (design/annotation.md#two-tabs).
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
