import { t } from "i18next";
import "../../lib/i18n/en/spans.ts";
import { Search, Trash2 } from "lucide-react";
import { useId, useRef } from "react";
import { Icon } from "../../ui/icon.tsx";
import { KeyCap } from "../../ui/key-cap.tsx";
import { ChooserRows } from "./chooser-rows.tsx";
import { type LabelRow, useChoosing } from "./use-choosing.ts";

export type LabelChooserProps = {
  /** of the list, for screen readers: "Entity of “Lyttelton”" */
  label: string;
  rowsOf: (query: string) => readonly LabelRow[];
  /** the words of the search; null: they are too few to be searched */
  find: string | null;
  /** nothing was found */
  none: string;
  start?: number;
  /** what the words are now */
  current: string | null;
  onTake: (value: string) => void;
  onRemove: (() => void) | null;
  onClose: () => void;
  onKey: (event: globalThis.KeyboardEvent) => boolean;
};

/** So many rows at most are seen at once, with the one of the search. */
const ROWS = 7;

/** The labels at words: by key, by arrows, by pointer, Remove at the end (FAN-28, TAN-09). Drawn in what floats. */
export function LabelChooser(props: LabelChooserProps) {
  const { label, find, none, current, onTake, onRemove } = props;
  const id = useId();
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { query, setQuery, rows, at, onKeyDown } = useChoosing({ ...props, search, list });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the list and the search are the controls; their keys are heard here once
    <div onKeyDown={onKeyDown} className="contents">
      {find !== null && (
        <div className="flex h-9 flex-none items-center gap-2 border-line border-b pr-2 pl-3 text-soft">
          <Icon of={Search} />
          <input
            ref={search}
            aria-label={find}
            placeholder={find}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            aria-controls={`${id}-list`}
            aria-activedescendant={rows[at] && `${id}-${at}`}
            autoComplete="off"
            spellCheck={false}
            className="h-full min-w-0 flex-1 bg-transparent text-ink outline-0"
          />
          <KeyCap keys="/" />
        </div>
      )}
      <ChooserRows
        ref={list}
        id={id}
        label={label}
        rows={rows}
        at={at}
        most={find === null ? ROWS : ROWS - 1}
        current={current}
        onTake={onTake}
      />
      {rows.length === 0 && <p className="px-3 pb-2 text-soft">{none}</p>}
      {onRemove !== null && (
        <div className="flex-none border-line border-t p-1">
          <button
            type="button"
            onClick={onRemove}
            className="flex h-8 w-full items-center gap-2 rounded-control px-2 hover:bg-hover max-md:h-11"
          >
            <Icon of={Trash2} className="text-soft" />
            {t("spans.removeIt")}
            <KeyCap keys="Delete" className="ml-auto" />
          </button>
        </div>
      )}
    </div>
  );
}
