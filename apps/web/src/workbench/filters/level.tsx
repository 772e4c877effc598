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
  /** the title is a name that people gave, which no browser translates (I18-05) */
  isName?: boolean;
  onBack?: () => void;
  /** the control that gets the focus, as a selector; else the first one */
  first?: string;
  wide?: boolean;
  children: ReactNode;
};

const CONTROLS = "input:not(:disabled), button:not(:disabled), [role=tab][aria-selected=true]";
/** On a phone a box to type into would bring up the keyboard over the list. */
const TOUCHED = "input:not(:disabled):not([type=search]), button:not(:disabled), [role=tab][aria-selected=true]";

/** One level of a popover. It takes the focus as it comes: the level before has gone with the control that had it. */
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
