import type { FilterWords } from "@postil/domain/search/filter-words";
import { type CriteriaFilter, type FilterScope, scopeKey, withCondition } from "@postil/domain/search/record-criteria";
import "../../../lib/i18n/en/filter-editing.ts";
import { t } from "i18next";
import { ChevronDown, RotateCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { FilterBadge } from "../../../ui/filter-badge.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { useLateEdit } from "../../../workbench/search/use-late-edit.ts";
import type { CriteriaControls } from "../queue/criteria-controls.ts";
import { filterRest, filterText } from "./filter-text.ts";

/** A list that a filter button offers, and its load state. */
export type Part<Item> =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly retry: () => void }
  | { readonly state: "ready"; readonly items: readonly Item[] };

/** Time from the last change until the records are requested, ms (design/filters.md#values). */
const DELAY = 500;

/** The state of the editor that opens below a button of the row. */
export type FilterEditing = {
  readonly filters: readonly CriteriaFilter[];
  readonly onChange: (filters: readonly CriteriaFilter[]) => void;
  /** the filter being edited; null: the list of filters */
  readonly at: FilterScope | null;
  readonly onAt: (at: FilterScope | null) => void;
  /** the filter from which the user came back */
  readonly from: FilterScope | null;
};

type FilterGroupProps = {
  /** "Metadata" */
  name: string;
  /** "Filter by metadata" */
  label: string;
  /** the items that one can filter by */
  part: Part<unknown>;
  /** true if the filter belongs to this button */
  holds: (scope: FilterScope) => boolean;
  words: (filter: CriteriaFilter) => FilterWords;
  controls: CriteriaControls;
  children: (editing: FilterEditing) => ReactNode;
};

/** One button of the filters row. It is disabled while its list loads. If the list could not be loaded, it offers a retry. */
export function FilterGroup(props: FilterGroupProps) {
  const { name, label, part } = props;
  const resting = (inactive: boolean) => (
    <Button disabled={!inactive} inactive={inactive}>
      {name}
      <Icon of={ChevronDown} size={14} className="text-soft" />
    </Button>
  );
  if (part.state === "loading") return resting(false);
  if (part.state === "failed") {
    return (
      <Menu trigger={resting(true)} label={label} header={t("filterEditing.failed")}>
        <MenuItem id="retry" icon={RotateCw} onAction={part.retry}>
          {t("common.retry")}
        </MenuItem>
      </Menu>
    );
  }
  return part.items.length === 0 ? null : <ReadyGroup {...props} />;
}

/** A button with a badge for each of its filters. */
function ReadyGroup({ name, label, holds, words, controls, children }: FilterGroupProps) {
  const { criteria, change } = controls;
  const { draft, edit, finish } = useLateEdit({
    value: criteria.filters,
    apply: (filters) => change((before) => ({ ...before, filters })),
    delay: DELAY,
  });
  const [isOpen, setOpen] = useState(false);
  const [{ at, from }, setPlace] = useState<{ at: FilterScope | null; from: FilterScope | null }>(LIST);
  const own = draft.filter(({ scope }) => holds(scope));
  const onOpenChange = (open: boolean, scope: FilterScope | null = null) => {
    if (!open) finish();
    else setPlace({ at: scope, from: null });
    setOpen(open);
  };
  return (
    <span
      className={cx(
        "inline-flex min-h-8 max-w-full flex-wrap items-center gap-1 rounded-control bg-surface shadow-[inset_0_0_0_1px_var(--line)] max-md:min-h-11",
        isOpen && "shadow-[inset_0_0_0_1px_var(--accent)]",
        own.length > 0 && "pr-1 max-md:px-1 max-md:pb-1",
      )}
    >
      <Popover
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        label={label}
        trigger={
          <Button variant="quiet" className="pl-3">
            {name}
            {own.length === 0 && <Icon of={ChevronDown} size={14} className="text-soft" />}
          </Button>
        }
      >
        {children({
          filters: draft,
          onChange: edit,
          at,
          onAt: (next) => setPlace({ at: next, from: next === null ? at : null }),
          from,
        })}
      </Popover>
      {own.map((filter) => (
        <Badge
          key={scopeKey(filter.scope)}
          words={words(filter)}
          onOpen={() => onOpenChange(true, filter.scope)}
          onRemove={() =>
            change((before) => ({ ...before, filters: withCondition(before.filters, filter.scope, null) }))
          }
        />
      ))}
    </span>
  );
}

const LIST = { at: null, from: null };

/** A long title is shortened before the values. Numbers are whole: a part of one looks like another. */
function Badge({ words, onOpen, onRemove }: { words: FilterWords; onOpen: () => void; onRemove: () => void }) {
  const text = filterText(words);
  const isText = words.asked.type === "terms";
  return (
    <FilterBadge
      title={text}
      openLabel={t("filterEditing.open", { filter: text })}
      onOpen={onOpen}
      removeLabel={t("filterEditing.remove", { filter: text })}
      onRemove={onRemove}
    >
      <span translate="no" className="max-w-40 truncate">
        {words.title}
      </span>
      <span
        translate={isText ? "no" : undefined}
        className={cx("whitespace-pre", isText ? "max-w-60 truncate" : "flex-none")}
      >
        {filterRest(words)}
      </span>
    </FilterBadge>
  );
}
