import "../../lib/i18n/en/command-lists.ts";
import { t } from "i18next";
import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { type Command, printedKeys } from "../../lib/commands/command.ts";
import { useCommandRegistry } from "../../lib/commands/commands-provider.tsx";
import { type Found, type FoundSection, findCommands } from "../../lib/commands/listed-commands.ts";
import { usePreference } from "../../lib/preferences/store.ts";
import { cx } from "../cx.ts";
import { Dialog } from "../dialog.tsx";
import { Icon } from "../icon.tsx";
import { KeyCap } from "../key-cap.tsx";

export type PaletteProps = {
  /** the text typed before the palette was loaded */
  typed: string;
  /** true if Enter was pressed after it */
  entered: boolean;
  onOpenChange: (open: boolean) => void;
};

/** All commands that may run here, with a search. Enter runs one after the palette has closed and the focus is back. */
export default function Palette({ typed, entered, onOpenChange }: PaletteProps) {
  return (
    <Dialog onClose={() => onOpenChange(false)} title={t("commandLists.title")} hideTitle width={640}>
      <PaletteBody typed={typed} entered={entered} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function PaletteBody({ typed, entered, onDone }: Pick<PaletteProps, "typed" | "entered"> & { onDone: () => void }) {
  const registry = useCommandRegistry();
  const [query, setQuery] = useState(typed);
  const [place, setPlace] = useState(0);
  const sections = findCommands(registry.entries(), query);
  const flat = sections.flatMap(({ found }) => found);
  const current = flat[Math.min(place, flat.length - 1)];
  const listId = useId();
  const run = (command: Command) => {
    onDone();
    // Runs after the dialog has closed and returned the focus, so that a command can move the focus itself.
    window.setTimeout(command.run);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the Enter was pressed before this was here, once
  useEffect(() => {
    if (entered && current !== undefined) run(current.command);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined && flat.length > 0)
      setPlace((Math.min(place, flat.length - 1) + step + flat.length) % flat.length);
    else if (event.key === "Enter" && current !== undefined) run(current.command);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <label className="flex h-13 items-center gap-3 border-line border-b px-4 text-soft">
        <Icon of={Search} />
        <input
          // biome-ignore lint/a11y/noAutofocus: a dialog opened to type in starts in its input.
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={current && optionId(listId, current.command)}
          aria-label={t("commands.palette.find")}
          placeholder={t("commands.palette.find")}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setPlace(0);
          }}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 bg-transparent text-ink text-lead outline-0"
        />
        <KeyCap keys="Escape" always />
      </label>
      <PaletteList id={listId} sections={sections} current={current} onRun={run} />
    </>
  );
}

const STEPS: { readonly [key: string]: number } = { ArrowDown: 1, ArrowUp: -1 };
const optionId = (listId: string, command: Command) => `${listId}-${command.id}`;

type PaletteListProps = {
  id: string;
  sections: readonly FoundSection[];
  current: Found | undefined;
  onRun: (command: Command) => void;
};

function PaletteList(props: PaletteListProps) {
  const none = props.sections.length === 0;
  return (
    <>
      <p id={none ? props.id : undefined} role="status" className="text-soft not-empty:p-4">
        {none && t("commandLists.noCommand")}
      </p>
      {!none && <FoundCommands {...props} />}
    </>
  );
}

function FoundCommands({ id, sections, current, onRun }: PaletteListProps) {
  return (
    <div id={id} role="listbox" aria-label={t("commandLists.list")} className="max-h-[60vh] overflow-auto p-2">
      {sections.map(({ section, found }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box has no element of its own.
        <div key={section} role="group" aria-label={t(`commandLists.section.${section}`)} className="not-first:mt-2">
          <div aria-hidden="true" className="px-2 py-1 font-body text-small text-soft">
            {t(`commandLists.section.${section}`)}
          </div>
          {found.map((one) => (
            <PaletteRow key={one.command.id} listId={id} found={one} active={one === current} onRun={onRun} />
          ))}
        </div>
      ))}
    </div>
  );
}

type PaletteRowProps = { listId: string; found: Found; active: boolean; onRun: (command: Command) => void };

function PaletteRow({ listId, found: { command, from, to }, active, onRun }: PaletteRowProps) {
  const [keymap] = usePreference("keymap");
  const keys = printedKeys(command, keymap);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    // The combobox above keeps the focus and handles the keys (aria-activedescendant).
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the input runs the active row.
    <div
      ref={row}
      id={optionId(listId, command)}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onClick={() => onRun(command)}
      className={cx(
        "flex h-9 cursor-pointer items-center gap-3 rounded-control px-2",
        active ? "bg-accent-fill fill-ring" : "hover:bg-hover",
      )}
    >
      <span className="w-4 flex-none text-soft">{command.icon && <Icon of={command.icon} />}</span>
      <span className="truncate">
        {command.label.slice(0, from)}
        <u className="decoration-2 decoration-accent underline-offset-[3px]">{command.label.slice(from, to)}</u>
        {command.label.slice(to)}
      </span>
      {command.hint !== undefined && <span className="whitespace-nowrap text-soft">{command.hint}</span>}
      {keys !== undefined && <KeyCap keys={keys} always className="ml-auto" />}
    </div>
  );
}
