import { t } from "i18next";
import { ChevronLeft } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import "../../lib/i18n/en/filter-editing.ts";
import { cx } from "../../ui/cx.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { usePhone } from "../../ui/use-phone.ts";

type LevelProps = {
  /** the second level has a title and a way back */
  title?: string;
  /** true if users chose the title, so browsers must not translate it (I18-05) */
  isName?: boolean;
  onBack?: () => void;
  /** selector of the control that gets the focus; otherwise the first control gets it */
  first?: string;
  wide?: boolean;
  children: ReactNode;
};

const CONTROLS = "input:not(:disabled), button:not(:disabled), [role=tab][aria-selected=true]";
/** On a phone, the focus in a search box would open the keyboard over the list. */
const TOUCHED = "input:not(:disabled):not([type=search]), button:not(:disabled), [role=tab][aria-selected=true]";

/** One level of a popover. It takes the focus when it opens, because the focused control of the level before is gone. */
export function Level({ title, isName = false, onBack, first, wide = false, children }: LevelProps) {
  const body = useRef<HTMLDivElement>(null);
  const controls = usePhone() ? TOUCHED : CONTROLS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the level opens
  useLayoutEffect(() => {
    const wanted = first === undefined ? null : body.current?.querySelector<HTMLElement>(first);
    const target = wanted ?? body.current?.querySelector<HTMLElement>(controls);
    (target ?? body.current?.parentElement?.querySelector<HTMLElement>(controls))?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={cx("max-w-full", wide ? "w-100" : "w-78")}>
      {title !== undefined && (
        <header className="flex items-center gap-1 px-2 pt-2 pb-1">
          <IconButton
            icon={ChevronLeft}
            label={t("filterEditing.back")}
            size="tiny"
            onClick={onBack}
            className="max-md:size-11"
          />
          <h2 translate={isName ? "no" : undefined} className="min-w-0 flex-1 truncate font-strong" title={title}>
            {title}
          </h2>
        </header>
      )}
      <div ref={body}>{children}</div>
    </div>
  );
}
