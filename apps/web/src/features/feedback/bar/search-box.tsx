import { MOST_TYPED, parseTextQuery, textFault } from "@postil/domain/search/text-query";
import { t } from "i18next";
import { ChevronDown } from "lucide-react";
import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { KeyCap } from "../../../ui/key-cap.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { announce } from "../../../ui/screen-reader.tsx";
import { SearchInput } from "../../../ui/search-input.tsx";
import { useMatchStep } from "../../../workbench/record/matches.tsx";
import type { CriteriaControls } from "../queue/criteria-controls.ts";
import type { FieldChoice } from "./field-menu.tsx";

type SearchBoxProps = {
  ref?: Ref<HTMLInputElement>;
  controls: CriteriaControls;
  fields: FieldChoice["fields"];
  /** the count of the matches on screen, with buttons to step through them */
  matches?: ReactNode;
  /** true where there is room: the box never shrinks to an icon */
  open?: boolean;
  className?: string;
};

/**
 * The search for words (design/filters.md#search). It shows as an icon until it has the focus or text. Enter applies the typed
 * text. Further presses step through the matches, as in a browser. Escape restores the applied text.
 */
export function SearchBox({ ref, controls, fields, matches, open = false, className }: SearchBoxProps) {
  const search = useSearch(controls);
  const { text, field, fault } = search;
  const step = useMatchStep();
  const [within, setWithin] = useState(false);
  const collapsed = !open && !within && text === "";
  return (
    // The box's menu belongs to the box: while the menu has the focus, the box stays open.
    // biome-ignore lint/a11y/useSemanticElements: no element of that name in the DOM of the tests
    <div
      role="search"
      onFocus={() => setWithin(true)}
      onBlur={() => setWithin(false)}
      className={cx("flex min-w-0 transition-[width] duration-100", collapsed ? "w-control" : "w-[400px]", className)}
    >
      <SearchInput
        ref={ref}
        label={t("filters.search.label")}
        placeholder={t("filters.search.placeholder")}
        value={text}
        onChange={search.type}
        onClear={search.clear}
        onEnter={(event) => {
          if (search.pending) search.apply();
          else step(event.shiftKey ? -1 : 1);
        }}
        onEscape={(event) => {
          search.leave();
          event.currentTarget.blur();
        }}
        aria-invalid={fault !== null || undefined}
        enterKeyHint="search"
        collapsed={collapsed}
        start={fields.length > 1 && <SearchFieldChoice fields={fields} field={field} onField={search.narrow} />}
        end={<SearchEnd fault={fault} pending={search.pending} matches={matches} />}
        className={cx("w-full", !collapsed && "pr-1")}
      />
    </div>
  );
}

/** The right end: the fault of the text, the Enter key while the text is not applied, or the matches of the applied text. */
function SearchEnd({ fault, pending, matches }: { fault: string | null; pending: boolean; matches: ReactNode }) {
  if (fault !== null) return <span className="text-small whitespace-nowrap text-danger">{fault}</span>;
  if (pending) return <KeyCap keys="Enter" ofText />;
  return matches;
}

/** The typed text and the applied text. */
function useSearch({ criteria, change }: CriteriaControls) {
  const inForce = criteria.text;
  const [typed, setTyped] = useState<string | null>(null);
  const [field, setField] = useState(inForce?.field ?? null);
  const [fault, setFault] = useState<string | null>(null);
  // When another text becomes active, or the old one returns after a failure, the box shows it (FQU-25).
  const [q, inField] = [inForce?.q ?? null, inForce?.field ?? null];
  const known = useRef({ q, inField });
  useEffect(() => {
    if (known.current.q === q && known.current.inField === inField) return;
    known.current = { q, inField };
    setTyped(null);
    setFault(null);
    if (q !== null) setField(inField);
  }, [q, inField]);

  const text = typed ?? q ?? "";
  const refuse = (why: string) => {
    setFault(why);
    announce(why);
  };
  /** Checked while typing, because a pasted text may be a whole page. */
  const tooLong = (words: string) => {
    const long = textFault(words.trim(), MOST_TYPED);
    return long && t(`filters.search.tooMany.${long.of}`, { most: long.most, found: long.found });
  };
  const search = (words: string, where: string | null) => {
    const wanted = words.trim();
    const long = tooLong(wanted);
    if (long) refuse(long);
    else if (wanted === "") {
      setTyped(null);
      if (q !== null) change((before) => ({ ...before, text: null }));
    } else if (parseTextQuery(wanted).length === 0) refuse(t("filters.search.noWord"));
    else if (wanted === q && where === inField) setTyped(null);
    else change((before) => ({ ...before, text: { q: wanted, field: where } }));
  };
  return {
    text,
    field,
    fault,
    pending: text.trim() !== (q ?? ""),
    type: (next: string) => {
      setTyped(next);
      setFault(tooLong(next));
    },
    apply: () => search(text, field),
    clear: () => {
      setFault(null);
      search("", field);
    },
    leave: () => {
      setTyped(null);
      setFault(null);
    },
    narrow: (where: string | null) => {
      setField(where);
      if (text.trim() !== "") search(text, where);
    },
  };
}

const FieldMenu = onDemand("menu", () => import("./field-menu.tsx").then((m) => m.FieldMenu));

/** The choice of the field to search, before the words (FFI-27). */
function SearchFieldChoice(choice: FieldChoice) {
  const { fields, field } = choice;
  const name = field === null ? t("filters.search.all") : (fields.find((one) => one.name === field)?.title ?? field);
  return (
    <FieldMenu
      {...choice}
      trigger={
        <button
          type="button"
          aria-label={`${t("filters.search.fields")}: ${name}`}
          className="flex h-6 min-w-0 flex-none items-center gap-1 rounded-key bg-sunken px-2 text-small whitespace-nowrap text-ink hover:bg-hover max-md:h-9"
        >
          <span translate="no" className="max-w-32 truncate">
            {name}
          </span>
          <Icon of={ChevronDown} size={12} className="text-soft" />
        </button>
      }
    />
  );
}
