import { fullName } from "@postil/domain/accounts/full-name";
import type { Person } from "@postil/domain/accounts/people";
import type { WorkspaceOverview } from "@postil/domain/accounts/workspace-overview";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { t } from "i18next";
import { type KeyboardEvent, useId, useState } from "react";
import { api } from "../../../lib/api/api.ts";
import { peopleQuery } from "../../../lib/api/queries/people.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { SearchInput } from "../../../ui/search-input.tsx";
import { orDone, sayFailure } from "../use-action.ts";
import { CandidateList } from "./candidate-list.tsx";
import { candidates } from "./candidates.ts";

type AddMemberProps = { overview: WorkspaceOverview; onChanged: () => void };

/** Finds somebody who is no member yet, by name or username, and adds them; the last line leads to adding somebody new. */
export function AddMember({ overview, onChanged }: AddMemberProps) {
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
  // Whoever is looked for may be among those who are still to come.
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
        label={t("workspaces.addMember.label")}
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

/** Adds somebody, and tells that it is done or why not. */
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

/** Why there is nobody to add. */
function noteOf(isLoading: boolean, isError: boolean) {
  if (isLoading) return "common.loading";
  return isError ? "workspaces.addMember.failed" : "workspaces.addMember.none";
}
