import type { Workspace } from "@postil/domain/accounts/users";
import { t } from "i18next";
import { Plus, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckList } from "../../../ui/check-list.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { useFocusKept } from "../../../ui/use-focus-kept.ts";

type WorkspacesFieldProps = {
  workspaces: readonly Pick<Workspace, "id" | "name">[];
  /** ids */
  chosen: readonly string[];
  onChange: (ids: readonly string[]) => void;
};

const finds = (query: string) => {
  const wanted = query.toLocaleLowerCase(LOCALE);
  return (text: string) => text.toLocaleLowerCase(LOCALE).includes(wanted);
};

/** The workspaces that somebody is in: a badge for each, and a list of all to tick. */
export function WorkspacesField({ workspaces, chosen, onChange }: WorkspacesFieldProps) {
  const field = useRef<HTMLDivElement>(null);
  useFocusKept(field, chosen.length);
  const names = new Map(workspaces.map(({ id, name }) => [id, name]));
  const items = workspaces.map(({ id, name }) => ({ value: id, text: name, count: null }));
  const without = (id: string) => chosen.filter((other) => other !== id);
  return (
    <div
      ref={field}
      className="flex min-h-control flex-wrap items-center gap-1 rounded-control border border-edge bg-surface p-0.5"
    >
      {chosen.map((id) => (
        <span
          key={id}
          className="inline-flex h-6 max-w-full items-center rounded-key border border-line bg-sunken pl-2 text-small max-md:h-11"
        >
          <span className="truncate">{names.get(id) ?? id}</span>
          <button
            type="button"
            aria-label={t("people.form.removeWorkspace", { workspace: names.get(id) ?? id })}
            onClick={() => onChange(without(id))}
            className="grid size-6 flex-none place-items-center rounded-key text-soft hover:text-ink max-md:size-11"
          >
            <Icon of={X} size={12} />
          </button>
        </span>
      ))}
      <Popover
        label={t("people.form.workspaces")}
        trigger={
          <Button variant="ghost" size="compact" icon={Plus}>
            {t(chosen.length === 0 ? "people.form.addFirst" : "people.form.addWorkspace")}
          </Button>
        }
      >
        <Opened>
          <CheckList
            label={t("people.form.workspaces")}
            items={items}
            chosen={chosen}
            onToggle={(id, on) => onChange(on ? [...chosen, id] : without(id))}
            most={Number.POSITIVE_INFINITY}
            finds={finds}
            texts={{
              find: t("people.form.findWorkspace"),
              nothingFound: t("people.form.noWorkspaces"),
              most: t("people.form.allChosen"),
              found: (count, total) => t("people.form.found", { count, total }),
            }}
            number={String}
          />
        </Opened>
      </Popover>
    </div>
  );
}

/**
 * Whoever opens the list by a key goes on in it, typing or ticking; over a finger its keyboard would come up. The dialog around
 * it takes the focus after this, and only where nothing in it has it.
 */
function Opened({ children }: { children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement?.matches(":focus-visible"))
      // It is not placed yet: nothing may scroll to where it is.
      list.current?.querySelector("input")?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={list} className="w-64 p-2">
      {children}
    </div>
  );
}
