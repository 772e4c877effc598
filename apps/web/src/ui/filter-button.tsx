import { t } from "i18next";
import { ChevronDown, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Checkbox } from "./checkbox.tsx";
import { cx } from "./cx.ts";
import { Icon, type IconType } from "./icon.tsx";
import { Popover } from "./popover.tsx";
import { SearchInput } from "./search-input.tsx";
import "../lib/i18n/en/lists.ts";

/** A value, and the number of entries it would show. Null: not counted. */
export type Choice = { readonly value: string; readonly count: number | null };

type FilterButtonProps = {
  label: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  nameOf: (value: string) => string;
  /** true if users chose the names, so browsers must not translate them (I18-05) */
  isNames?: boolean;
  /** the icon before a value in the list */
  iconOf?: ((value: string) => IconType | undefined) | undefined;
  /** a note below the whole list */
  note?: string | undefined;
};

/** A filter of a list. The button shows a badge per chosen value. Its popover lists the values with a search and counts. */
export function FilterButton(props: FilterButtonProps) {
  const { label, choices, chosen, onChange, nameOf, isNames = false, iconOf, note } = props;
  const on = chosen.length > 0;
  const trigger = (
    <Button variant="quiet" aria-label={[t("lists.filterOf", { list: label }), ...chosen.map(nameOf)].join(", ")}>
      {label}
      {!on && <Icon of={ChevronDown} className="text-soft" />}
    </Button>
  );
  return (
    <span
      className={cx(
        "inline-flex max-w-full flex-wrap items-center gap-y-1 rounded-control",
        on && "bg-surface pr-1 max-md:pb-1 shadow-[inset_0_0_0_1px_var(--line)]",
      )}
    >
      <Popover label={label} trigger={trigger}>
        <ChoiceList {...{ label, choices, chosen, onChange, nameOf, isNames, iconOf, note }} />
      </Popover>
      {chosen.map((value) => (
        <span
          key={value}
          className="ml-1 inline-flex h-6 max-w-[calc(100%-4px)] items-center rounded-key bg-accent-fill pr-0.5 pl-2 text-small whitespace-nowrap fill-ring"
        >
          <span translate={isNames ? "no" : undefined} className="truncate">
            {nameOf(value)}
          </span>
          <button
            type="button"
            aria-label={t("lists.removeFilter", { value: nameOf(value) })}
            onClick={() => onChange(chosen.filter((other) => other !== value))}
            className="grid size-5 flex-none place-items-center rounded-key text-soft hover:text-ink"
          >
            <Icon of={X} size={12} />
          </button>
        </span>
      ))}
    </span>
  );
}

/** With this many values or more, the list has a search box. */
const SEARCH_FROM = 8;

function ChoiceList({ label, choices, chosen, onChange, nameOf, isNames = false, iconOf, note }: FilterButtonProps) {
  const [search, setSearch] = useState("");
  const found = choices.filter(({ value }) => nameOf(value).toLowerCase().includes(search.trim().toLowerCase()));
  const toggle = (value: string, on: boolean) =>
    onChange(on ? [...chosen, value] : chosen.filter((other) => other !== value));
  return (
    <div className="flex max-h-90 w-64 flex-col p-2">
      {choices.length >= SEARCH_FROM && (
        <SearchInput
          label={t("words.findIn", { list: label })}
          value={search}
          onChange={setSearch}
          size="compact"
          className="mb-2 flex-none"
        />
      )}
      <div className="min-h-0 overflow-auto">
        <fieldset aria-label={label} className="min-w-0">
          {found.map(({ value, count }) => (
            <Checkbox
              key={value}
              checked={chosen.includes(value)}
              onChange={(on) => toggle(value, on)}
              className="min-h-8 rounded-control px-2 hover:bg-hover max-md:min-h-11"
              label={
                <span className="flex gap-2">
                  <Sign of={iconOf?.(value)} />
                  <span translate={isNames ? "no" : undefined} className="min-w-0 flex-1 truncate">
                    {nameOf(value)}
                  </span>
                  <span className="text-soft tabular-nums">{count?.toLocaleString("en")}</span>
                </span>
              }
            />
          ))}
          {found.length === 0 && <p className="px-2 py-1 text-soft">{t("words.nothingFound")}</p>}
        </fieldset>
        {note !== undefined && <p className="px-2 py-1 text-small text-soft">{note}</p>}
      </div>
      {chosen.length > 0 && (
        <Button variant="ghost" size="compact" className="mt-2 flex-none self-start" onClick={() => onChange([])}>
          {t("common.clear")}
        </Button>
      )}
    </div>
  );
}

const Sign = ({ of }: { of: IconType | undefined }) =>
  of === undefined ? null : <Icon of={of} className="self-center text-soft" />;

type FindInputProps = { label: string; value: string; onChange: (text: string) => void; className?: string };

/** The search box of a list. */
export const FindInput = ({ className = "w-[400px]", ...box }: FindInputProps) => (
  <SearchInput ref={useSlashKey()} keys="/" className={cx(className, "max-w-full max-md:w-full")} {...box} />
);

/** `/` focuses a list's search box, unless the focus is in another text or a dialog. */
function useSlashKey() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest("input, textarea, [role=dialog]") !== null;
      if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return input;
}
