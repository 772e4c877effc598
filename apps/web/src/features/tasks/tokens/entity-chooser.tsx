import { Search, Trash2 } from "lucide-react";
import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../ui/icon.tsx";
import { KeyCap } from "../../../ui/key-cap.tsx";
import { EntityRows } from "./entity-rows.tsx";
import { type EntityChooserProps, useChoosing } from "./use-choosing.ts";

/** From so many entities on they can be searched (design: the task pages). */
const SEARCH_FROM = 10;
/** So many rows at most are seen at once, with the one of the search. */
const ROWS = 7;

/** Which entity the selected words are: by key, by arrows, by pointer (TAN-09, TSE-27). */
export function EntityChooser(props: EntityChooserProps) {
  const { words, labels, current, onTake, onRemove } = props;
  const { t } = useTranslation();
  const id = useId();
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const searches = labels.length >= SEARCH_FROM;
  const { query, setQuery, rows, at, onKeyDown } = useChoosing({ ...props, search, list });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the list and the search are the controls; their keys are heard here once
    <div onKeyDown={onKeyDown} className="contents">
      {searches && (
        <div className="flex h-9 flex-none items-center gap-2 border-line border-b pr-2 pl-3 text-soft">
          <Icon of={Search} />
          <input
            ref={search}
            aria-label={t("taskTokens.find")}
            placeholder={t("taskTokens.find")}
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
      <EntityRows
        ref={list}
        id={id}
        label={t("taskTokens.chooser", { words })}
        rows={rows}
        at={at}
        most={searches ? ROWS - 1 : ROWS}
        current={current}
        onTake={onTake}
      />
      {rows.length === 0 && <p className="px-3 pb-2 text-soft">{t("taskTokens.notFound")}</p>}
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
