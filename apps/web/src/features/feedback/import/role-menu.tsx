import type { WireFileColumn } from "@postil/contract/datasets/uploads";
import { t } from "i18next";
import { ChevronDown } from "lucide-react";
import type { KeyboardEvent } from "react";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { fits, RoleDetail, type RoleMenuProps } from "./role-detail.tsx";
import type { Role, SaidQuestion } from "./said.ts";

/** What a column can become, by the groups of the menu. A question of labels and metadata have a choice of their own. */
const GROUPS = {
  read: ["field"],
  asked: ["label", "text", "rating", "ranking", "span"],
  known: ["suggestion", "answer"],
  kept: ["metadata", "vector", "id", "extra", "ignored"],
} as const;
type Group = keyof typeof GROUPS;
type Entry = (typeof GROUPS)[Group][number];

const entryOf = (role: Role): Entry => {
  if (role.kind !== "question") return role.kind;
  return role.type === "label_selection" || role.type === "multi_label_selection" ? "label" : role.type;
};

/** The name of a role on its button. */
export const roleText = (role: Role): string =>
  t(
    role.kind === "question" && role.type === "multi_label_selection"
      ? "importing.role.labels"
      : `importing.role.${entryOf(role)}`,
  );

/** The names that the server may use for a role that does not fit. */
const KINDS: { readonly [Name in Entry]?: readonly string[] } = {
  label: ["label_selection", "multi_label_selection"],
};

function unfitReason({ unfit }: WireFileColumn, entry: Entry): string | null {
  const kinds = KINDS[entry] ?? [entry];
  const reasons = kinds.map((kind) => unfit.find((one) => one.kind === kind)?.reason);
  // Of two kinds one that fits is enough.
  return reasons.every((reason) => reason !== undefined) ? (reasons[0] ?? null) : null;
}

/** The role of a column, and the menu that says another. At its side: why, what else the role needs, and the values. */
export function RoleMenu(props: RoleMenuProps) {
  const { column, role } = props;
  return (
    <Popover
      label={t("importing.columns.becomes", { column: column.name })}
      trigger={
        <Button
          size="compact"
          translate="no"
          aria-label={t("importing.columns.roleOf", { column: column.name, role: roleText(role) })}
          className="gap-1.5 pr-1.5 pl-2"
        >
          {roleText(role)}
          <Icon of={ChevronDown} size={14} className="text-soft" />
        </Button>
      }
    >
      <div className="grid grid-cols-[288px_286px] max-[620px]:grid-cols-1">
        <Kinds {...props} />
        <RoleDetail {...props} />
      </div>
    </Popover>
  );
}

function Kinds({ column, role, questions, onRole }: RoleMenuProps) {
  const chosen = entryOf(role);
  const others = questions.filter(({ key }) => key !== column.name);
  const reasonOf = (entry: Entry) =>
    unfitReason(column, entry) ??
    ((entry === "suggestion" || entry === "answer") && others.length === 0 ? t("importing.columns.noQuestion") : null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move among the buttons in it
    <div
      onKeyDown={moveByArrows}
      className="border-line border-r px-1 py-2 max-[620px]:border-r-0 max-[620px]:border-b"
    >
      {Object.entries(GROUPS).map(([group, entries]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame
        <div key={group} role="group" aria-label={t(`importing.roles.${group as Group}`)}>
          {group !== "read" && (
            <div aria-hidden="true" className="px-2 pt-1.5 pb-0.5 text-small text-soft">
              {t(`importing.roles.${group as Group}`)}
            </div>
          )}
          {entries.map((entry) => {
            const reason = entry === chosen ? null : reasonOf(entry);
            return (
              <button
                key={entry}
                type="button"
                aria-pressed={entry === chosen}
                aria-disabled={reason !== null}
                onClick={() => reason === null && entry !== chosen && onRole(roleOf(entry, column, others))}
                className={cx(
                  "flex min-h-7.5 w-full items-center gap-2 rounded-control px-2 py-1 text-left max-md:min-h-11",
                  entry === chosen && "bg-accent-fill font-strong fill-ring",
                  reason === null ? "hover:bg-hover" : "cursor-default text-soft",
                )}
              >
                <span className="flex-none">{t(`importing.role.${entry}`)}</span>
                <span className="ml-auto text-right font-body text-small text-soft wrap-anywhere">
                  {reason ?? countText(entry, column)}
                </span>
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}

const countText = (entry: Entry, { different }: WireFileColumn): string =>
  entry === "label" && different !== null ? t("importing.columns.labels", { count: different }) : "";

/** The role of an entry as it is first chosen; the detail beside it says more. */
function roleOf(entry: Entry, column: WireFileColumn, questions: readonly SaidQuestion[]): Role {
  switch (entry) {
    case "label":
      return { kind: "question", type: fits(column, "label_selection") ? "label_selection" : "multi_label_selection" };
    case "text":
    case "rating":
    case "ranking":
    case "span":
      return { kind: "question", type: entry };
    case "suggestion":
      return { kind: "suggestion", question: questions[0]?.key ?? "" };
    case "answer":
      return { kind: "answer", question: questions[0]?.key ?? "", by: null };
    case "metadata":
      return { kind: "metadata", type: METADATA.find((type) => fits(column, type)) ?? "terms" };
    default:
      return { kind: entry };
  }
}

const METADATA = ["integer", "float", "date", "terms"] as const;

const STEPS: { readonly [key: string]: number } = { ArrowDown: 1, ArrowUp: -1 };

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
  const at = buttons.findIndex((button) => button.matches(":focus"));
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}
