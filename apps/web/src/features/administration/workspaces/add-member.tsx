import type { Person } from "@postil/domain/accounts/people";
import { fullName } from "@postil/domain/accounts/users";
import type { WorkspaceOverview } from "@postil/domain/accounts/workspace-overview";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { t } from "i18next";
import { CornerDownLeft, UserPlus } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { api } from "../../../lib/api/api.ts";
import { peopleQuery } from "../../../lib/api/queries/administration.ts";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { cx } from "../../../ui/cx.ts";
import { floatingClass } from "../../../ui/floating.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { SearchInput } from "../../../ui/search-input.tsx";
import { orDone, sayFailure } from "../form-dialog.tsx";
import { candidates } from "./workspace-list.ts";

/** Finds a user who is not a member yet, by name or username, and adds them; the last line leads to adding a new user. */
export function AddMember({ overview, onChanged }: { overview: WorkspaceOverview; onChanged: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const { data, isError } = useQuery({ ...peopleQuery(), enabled: open });
  const listId = useId();
  const { workspace, members } = overview;
  const found = data === undefined ? [] : candidates(data.people, members, text);
  const close = () => {
    setOpen(false);
    setText("");
    setAt(0);
  };
  const add = useAdd(workspace, onChanged);
  const isLoading = data === undefined && !isError;
  // The wanted user may be among those still loading.
  const marked = isLoading ? null : Math.min(at, found.length);
  const note = !open || found.length > 0 ? "" : t(noteOf(isLoading, isError));
  const choose = (place: number) => {
    const person = found[place];
    if (person !== undefined) {
      close();
      return add(person);
    }
    return void navigate({ to: "/people", search: { add: encodeURIComponent(workspace.name) } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open) event.stopPropagation();
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    setOpen(true);
    const places = found.length + 1;
    setAt((at + (event.key === "ArrowDown" ? 1 : places - 1)) % places);
  };
  return (
    <div className="relative w-[344px] max-w-full max-md:w-full">
      <SearchInput
        label={t("forms.addPerson")}
        placeholder={t("workspaces.addMember.placeholder")}
        value={text}
        onChange={(next) => {
          setText(next);
          setOpen(true);
          setAt(0);
        }}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onEnter={() => open && marked !== null && choose(marked)}
        onEscape={close}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && marked !== null ? `${listId}-${marked}` : undefined}
        className="w-full"
      />
      <span role="status" className="sr-only">
        {note}
      </span>
      {open && <CandidateList id={listId} people={found} text={text} at={marked} note={note} onChoose={choose} />}
    </div>
  );
}

function useAdd(workspace: WorkspaceOverview["workspace"], onChanged: () => void): (person: Person) => void {
  return (person) => {
    const done = () => {
      notify({ message: t("workspaces.addMember.done", { name: fullName(person), workspace: workspace.name }) });
      onChanged();
    };
    const sending = { params: { workspace_id: workspace.id }, body: { user_id: person.id } };
    orDone(api.call("addWorkspaceUser", sending, { quiet: true }), 409).then(done, (error: unknown) =>
      notify({ message: sayFailure(error), type: "error" }),
    );
  };
}

function noteOf(isLoading: boolean, isError: boolean) {
  if (isLoading) return "common.loading";
  return isError ? "forms.peopleFailed" : "workspaces.addMember.none";
}

type CandidateListProps = {
  id: string;
  people: readonly Person[];
  text: string;
  /** the choice of Enter; the place after the last is "new user"; null while the users load */
  at: number | null;
  onChoose: (place: number) => void;
  /** shown above the list and announced by the box if there are no matches; empty otherwise */
  note: string;
};

function CandidateList({ id, people, text, at, onChoose, note }: CandidateListProps) {
  const option = (place: number, contents: ReactNode) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's, which keeps the focus
    <div
      key={place}
      id={`${id}-${place}`}
      role="option"
      aria-selected={place === at}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(place)}
      className={cx(
        "flex min-h-10 cursor-pointer items-center gap-2 rounded-control px-2 hover:bg-hover",
        place === at && "bg-accent-fill fill-ring",
      )}
    >
      {contents}
    </div>
  );
  return (
    <div className={cx(floatingClass, "absolute top-full right-0 z-10 mt-1 w-full p-1")}>
      {note !== "" && (
        <p aria-hidden="true" className="px-2 py-2 text-soft">
          {note}
        </p>
      )}
      <div id={id} role="listbox" aria-label={t("workspaces.addMember.people")}>
        {people.map((person, place) =>
          option(
            place,
            <>
              <b translate="no" className="truncate font-strong">
                <Found name={fullName(person)} text={text} />
              </b>
              <span translate="no" className="truncate text-soft">
                {person.username}
              </span>
              <span className="ml-auto text-soft">{t(`common.role.${person.role}`)}</span>
              {place === at && <Icon of={CornerDownLeft} size={14} className="text-soft" />}
            </>,
          ),
        )}
        {option(
          people.length,
          <>
            <Icon of={UserPlus} className="text-soft" />
            {t("workspaces.addMember.new")}
          </>,
        )}
      </div>
    </div>
  );
}

/** Underlines the typed text in the name. */
function Found({ name, text }: { name: string; text: string }) {
  const wanted = text.trim().toLocaleLowerCase(LOCALE);
  const start = wanted === "" ? -1 : name.toLocaleLowerCase(LOCALE).indexOf(wanted);
  if (start < 0) return name;
  const end = start + wanted.length;
  return (
    <>
      {name.slice(0, start)}
      <u className="decoration-2 decoration-accent underline-offset-3">{name.slice(start, end)}</u>
      {name.slice(end)}
    </>
  );
}
