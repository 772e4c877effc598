import { MOST_TEXT } from "@postil/domain/search/text-query";
import { bothOf } from "@postil/domain/tasks/task-search";
import { RESET_SEARCH } from "@postil/domain/tasks/task-view";
import { characters } from "@postil/domain/text/characters";
import { t } from "i18next";
import { ArrowUpDown, CircleHelp, FunnelX } from "lucide-react";
import { type Ref, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { keysOfPress } from "../../../lib/commands/chord.ts";
import { shortcutsOf } from "../../../lib/commands/command.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { getPreferences } from "../../../lib/preferences/store.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { KeyCap } from "../../../ui/key-cap.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { SearchInput } from "../../../ui/search-input.tsx";
import { SAVE_RULE } from "../state/task-commands.ts";
import type { ActiveFilter, GroupId, QueryPage } from "./parts.ts";
import { searchCommand } from "./search-command.ts";

const QueryHelp = onDemand("dialog", () => import("./query-help.tsx").then((m) => m.QueryHelp));

type QueryBoxProps = {
  ref?: Ref<HTMLInputElement>;
  query: QueryText;
  /** the id of the note with the query's error; null if there is no error */
  faultId: string | null;
  /** The query is the heading of a rule. The typed text is saved as it is, so it is applied when the focus leaves the box. */
  ofRule?: boolean;
  /** the key that leads to this box */
  keys?: string | undefined;
  className?: string;
};

/** The query text: Enter applies it, × clears it, Escape restores the active query. */
export function QueryBox({ ref, query, faultId, ofRule = false, keys, className }: QueryBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element of that name in the DOM of the tests
    <div role="search" className={className}>
      <SearchInput
        ref={ref}
        label={t("taskQuery.search.label")}
        placeholder={t("taskQuery.search.placeholder")}
        value={query.text}
        onChange={query.type}
        onClear={query.clear}
        onEnter={query.apply}
        onEscape={(event) => {
          query.leave();
          event.currentTarget.blur();
        }}
        onBlur={() => ofRule && query.apply()}
        onKeyDown={(event) => {
          // The typed query becomes the rule first; the next press saves it.
          if (!ofRule || !query.pending || !savesRule(event.nativeEvent)) return;
          event.preventDefault();
          query.apply();
        }}
        aria-invalid={faultId !== null || query.tooLong !== null || undefined}
        aria-describedby={faultId ?? undefined}
        enterKeyHint="search"
        dir="auto"
        {...(keys === undefined ? {} : { keys })}
        end={<BoxEnd query={query} ofRule={ofRule} />}
        className={cx(
          "w-full pr-1 max-md:h-11 [&>input:not(:placeholder-shown)]:font-mono",
          ofRule && "h-9! [&>input:not(:placeholder-shown)]:font-medium [&>input:not(:placeholder-shown)]:text-[15px]",
        )}
      />
    </div>
  );
}

const savesRule = (event: KeyboardEvent): boolean => {
  const pressed = keysOfPress(event);
  return shortcutsOf(SAVE_RULE, getPreferences().keymap).some(({ keys }) => keys === pressed);
};

/** A note that the text is too long or not applied yet; and the help button. */
function BoxEnd({ query: { tooLong, pending, type, apply }, ofRule }: { query: QueryText; ofRule: boolean }) {
  return (
    <>
      {tooLong === null && pending && <KeyCap keys="Enter" ofText />}
      <span role="status" className="text-small whitespace-nowrap text-danger empty:absolute">
        {tooLong !== null && t("taskQuery.search.tooLong", { found: tooLong, most: MOST_TEXT })}
      </span>
      <QueryHelp
        onExample={(example) => {
          type(example);
          if (ofRule) apply();
        }}
        trigger={<IconButton icon={CircleHelp} label={t("words.queryHelp")} size="tiny" />}
      />
    </>
  );
}

type QueryText = ReturnType<typeof useQueryText>;

/** The typed query text, separate from the active query. */
export function useQueryText({ view, changeView }: Pick<QueryPage, "view" | "changeView">) {
  const inForce = view.filters.text ?? "";
  const [typed, setState] = useState<string | null>(null);
  // The newest text, also between two events before React has rendered.
  const now = useRef(typed);
  const setTyped = useCallback((next: string | null) => {
    now.current = next;
    setState(next);
  }, []);
  const known = useRef(inForce);
  // If the query changes in another way, by a pressed word or by Back, the box shows the new query.
  useEffect(() => {
    if (known.current !== inForce) setTyped(null);
    known.current = inForce;
  }, [inForce, setTyped]);
  const text = typed ?? inForce;
  const length = characters(text);
  const search = (next: string) => {
    const wanted = next.trim();
    if (wanted === inForce) return setTyped(null);
    // The text stays as typed until it is active, because users with edited records are asked first.
    setTyped(next);
    const { text: _, ...others } = view.filters;
    changeView({ filters: wanted === "" ? others : { ...others, text: wanted } });
  };
  return {
    /** the typed text, else the active query */
    text,
    /** True while the typed text waits for Enter. */
    pending: text.trim() !== inForce,
    /** the number of characters if there are too many; null otherwise */
    tooLong: length > MOST_TEXT ? length : null,
    type: setTyped,
    apply: () => {
      const newest = now.current ?? inForce;
      if (characters(newest) <= MOST_TEXT) search(newest);
    },
    clear: () => search(""),
    leave: () => setTyped(null),
  };
}

type Place = ActiveFilter & { readonly group: GroupId };

/** Moves to the parts of the bar, for chips, keys and the palette. */
export function useFilterPlaces(query: QueryText) {
  const bar = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const [opening, setOpening] = useState<{ readonly at: Place } | null>(null);
  // By now the button knows the place.
  useEffect(() => {
    if (opening === null) return;
    bar.current?.querySelector<HTMLElement>(`[data-group=${opening.at.group}] button`)?.click();
  }, [opening]);
  /** Adds a clause to the typed text, for the user to complete. */
  const propose = useLatest((clause: string) => {
    query.type(query.text.trim() === "" ? clause : bothOf(query.text.trim(), clause));
    box.current?.focus();
  });
  const ways = useMemo(
    () => ({
      toSearch: () => box.current?.focus(),
      toSort: () => bar.current?.querySelector<HTMLElement>("[data-sort-button] button")?.click(),
      /** Opens the group of a filter, at this filter. */
      open: (at: Place) => setOpening({ at }),
    }),
    [],
  );
  /** `at`: the filter that its group shows when it opens */
  return { bar, box, at: opening?.at ?? null, propose, ...ways };
}

/** The commands search, order and new search (TSE-10), for the palette. */
export function useQueryCommands({ changeView }: QueryPage, toSearch: () => void, toSort: () => void): void {
  useCommands([
    searchCommand(toSearch),
    { id: "taskQuery.sort", label: t("taskQuery.command.sort"), icon: ArrowUpDown, section: "dataset", run: toSort },
    {
      id: "taskQuery.reset",
      label: t("taskQuery.command.reset"),
      icon: FunnelX,
      section: "dataset",
      run: () => changeView(RESET_SEARCH),
    },
  ]);
}
