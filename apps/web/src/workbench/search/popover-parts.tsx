import "../../lib/i18n/en/filter-editing.ts";
import { foldLetters } from "@postil/domain/labels/label-search";
import { t } from "i18next";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { downInto, leaveOrClear, moveByArrows } from "../../ui/check-list.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { usePhone } from "../../ui/media.ts";
import { InlineError } from "../../ui/no-content.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";

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

type ScopeItem = {
  readonly key: string;
  readonly title: string;
  /** a dimmed note at the right, such as the side of the question */
  readonly note?: string | undefined;
  /** also at the right: the reason why it cannot be chosen */
  readonly reason?: string | undefined;
  /** true if it already has a filter */
  readonly active?: boolean;
};

type ScopeSection = { readonly title: string | null; readonly items: readonly ScopeItem[] };

type ScopeListProps = {
  label: string;
  sections: readonly ScopeSection[];
  onChoose: (key: string) => void;
  /** true if a choice opens a further level */
  leadsOn?: boolean;
};

const SEARCH_FROM = 8;

/** A list of properties, questions or fields to choose from. Items without values say so. */
export function ScopeList({ label, sections, onChoose, leadsOn = false }: ScopeListProps) {
  const [query, setQuery] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const wanted = foldLetters(query.trim());
  const found = sections
    .map(({ title, items }) => ({ title, items: items.filter((item) => foldLetters(item.title).includes(wanted)) }))
    .filter(({ items }) => items.length > 0);
  const total = sections.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <div className="p-2">
      {total >= SEARCH_FROM && (
        <SearchInput
          label={t("filterEditing.find")}
          value={query}
          onChange={setQuery}
          onKeyDown={(event) => downInto(event, list.current)}
          onEscape={(event) => leaveOrClear(event, query, setQuery)}
          size="compact"
          className="mb-1"
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be one more frame around lists with names of their own */}
      <div ref={list} role="group" aria-label={label} onKeyDown={moveByArrows} className="max-h-80 overflow-auto">
        {found.map(({ title, items }) => (
          <ul key={title} aria-label={title ?? label} className="[&+ul]:mt-2">
            {title !== null && (
              <li aria-hidden="true" className="px-2 py-1 text-small text-soft">
                {title}
              </li>
            )}
            {items.map((item) => (
              <li key={item.key}>
                <Row item={item} leadsOn={leadsOn} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        ))}
      </div>
      {found.length === 0 && <p className="px-2 py-1 text-soft">{t("words.nothingFound")}</p>}
    </div>
  );
}

type RowProps = { item: ScopeItem; leadsOn: boolean; onChoose: (key: string) => void };

function Row({ item: { key, title, note, reason, active }, leadsOn, onChoose }: RowProps) {
  return (
    <button
      type="button"
      data-scope={key}
      disabled={reason !== undefined}
      onClick={() => onChoose(key)}
      className="flex h-8 w-full items-center gap-2 rounded-control px-2 text-left hover:bg-hover disabled:text-soft disabled:hover:bg-transparent max-md:h-11"
    >
      <span className="min-w-0 flex-1 truncate">{title}</span>
      {active === true && <span aria-hidden="true" className="size-1.5 flex-none rounded-full bg-accent" />}
      {note !== undefined && <span className="text-small whitespace-nowrap text-soft">{note}</span>}
      {reason !== undefined && <span className="text-small">{reason}</span>}
      {leadsOn && reason === undefined && <Icon of={ChevronRight} size={14} className="text-soft" />}
    </button>
  );
}

/** Placeholder for values that are loading or could not be loaded. */
export function Waiting({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  if (failed) {
    return (
      <div className="px-4 py-3">
        <InlineError message={t("filterEditing.failed")} onRetry={onRetry} />
      </div>
    );
  }
  return (
    <Skeleton label={t("common.loading")}>
      <div className="flex flex-col gap-4 px-4 py-3">
        {["80%", "64%", "72%"].map((width) => (
          <SkeletonBar key={width} width={width} />
        ))}
      </div>
    </Skeleton>
  );
}
