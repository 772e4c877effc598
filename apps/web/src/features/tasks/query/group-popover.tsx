import { t } from "i18next";
import { type KeyboardEvent, useState } from "react";
import "../../../lib/i18n/en/task-filters.ts";
import "../../../lib/i18n/en/filter-editing.ts";
import type { OpensHere } from "../../../ui/on-demand.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { usePhone } from "../../../ui/use-phone.ts";
import { Level } from "../../../workbench/filters/level.tsx";
import { useLatePopover } from "../../../workbench/filters/use-late-edit.ts";
import { MetadataValues } from "./metadata-values.tsx";
import type { ActiveFilter, GroupId, PartId } from "./parts.ts";
import { PredictionChoice } from "./prediction-choice.tsx";
import type { QueryPage } from "./query-page.ts";
import { RuleList } from "./rule-list.tsx";
import { ScoreRange } from "./score-range.tsx";
import { type PartEditorProps, ValueList } from "./value-list.tsx";

/** ms from the last tick until the records are asked for (design/task-search.md#filters). */
const DELAY = 300;

export type GroupPopoverProps = {
  group: GroupId;
  page: QueryPage;
  /** of the group, those that records have values for */
  parts: readonly PartId[];
  /** queries of the dataset's rules */
  rules: readonly string[];
  /** what is shown first; null: the first part */
  at: ActiveFilter | null;
  /** puts a clause into the search box, to be completed there */
  onQuery: (clause: string) => void;
};

/** What opens below the button of a group. Closing applies what was ticked, Escape takes it back. */
export function GroupPopover(props: GroupPopoverProps & OpensHere) {
  const { group, page, at, onQuery, trigger, isOpen, onOpenChange, ...rest } = props;
  const late = useLatePopover({
    value: page.view.filters,
    apply: (filters) => page.changeView({ filters }),
    delay: DELAY,
    isOpen,
    onOpenChange,
  });
  const query = (clause: string) => {
    late.openChange(false);
    onQuery(clause);
  };
  return (
    <Popover trigger={trigger} label={t(`taskFilters.by.${group}`)} isOpen={isOpen} onOpenChange={late.openChange}>
      <Editors
        {...rest}
        at={at}
        onQuery={query}
        onCancel={late.cancel}
        page={page}
        filters={late.draft}
        onFilters={late.edit}
      />
    </Popover>
  );
}

type EditorsProps = Omit<GroupPopoverProps, "group"> & PartEditorProps & { onCancel: () => void };

function Editors({ parts, at, onCancel, ...editors }: EditorsProps) {
  const phone = usePhone();
  const [part, setPart] = useState(at?.part ?? parts[0]);
  const [key, setKey] = useState(at?.key ?? null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // The popover would close and keep what was changed.
    event.stopPropagation();
    event.preventDefault();
    if (part === "metadata" && key !== null) setKey(null);
    else onCancel();
  };
  const editor = part !== undefined && <Editor {...editors} part={part} at={key} onKey={setKey} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears Escape for the controls inside
    <div onKeyDown={onKeyDown}>
      {part === "metadata" ? (
        editor
      ) : (
        <Level {...(phone ? {} : { first: parts.length > 1 ? "[role=tabpanel] input" : "input" })}>
          {parts.length > 1 && part !== undefined ? (
            <Tabs
              label={t("filterEditing.parts")}
              tabs={parts.map((id) => ({ id, label: t(`taskFilters.part.${id}`) }))}
              selected={part}
              onSelect={setPart}
              listClassName="px-4 gap-4 [&>*]:h-8 max-md:[&>*]:h-11"
            >
              {editor}
            </Tabs>
          ) : (
            editor
          )}
        </Level>
      )}
    </div>
  );
}

type EditorProps = PartEditorProps &
  Pick<GroupPopoverProps, "rules" | "onQuery"> & {
    part: PartId;
    at: string | null;
    onKey: (key: string | null) => void;
  };

function Editor({ part, rules, at, onKey, onQuery, ...editor }: EditorProps) {
  switch (part) {
    case "predicted":
      return <PredictionChoice {...editor} />;
    case "score":
      return <ScoreRange {...editor} />;
    case "metadata":
      return <MetadataValues {...editor} at={at} onKey={onKey} onQuery={onQuery} />;
    case "uncovered_by_rules":
      return <RuleList {...editor} rules={rules} />;
    default:
      return <ValueList key={part} {...editor} part={part} />;
  }
}
