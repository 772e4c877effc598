import { fullName } from "@postil/domain/accounts/full-name";
import type { Person } from "@postil/domain/accounts/people";
import type { WorkspaceOverview } from "@postil/domain/accounts/workspace-overview";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../../lib/api/api.ts";
import { failureOf } from "../../../lib/api/failure.ts";
import { peopleQuery } from "../../../lib/api/queries/people.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { SearchInput } from "../../../ui/search-input.tsx";
import { sayFailure } from "../use-action.ts";
import { CandidateList } from "./candidate-list.tsx";
import { candidates } from "./candidates.ts";

type AddMemberProps = { overview: WorkspaceOverview; onChanged: () => void };

/** Finds somebody who is no member yet, by name or username, and adds them; the last line leads to adding somebody new. */
export function AddMember({ overview, onChanged }: AddMemberProps) {
  const { t } = useTranslation();
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
  const add = (person: Person) => {
    close();
    const params = { workspace_id: workspace.id };
    const done = () => {
      notify({ message: t("workspaces.addMember.done", { name: fullName(person), workspace: workspace.name }) });
      onChanged();
    };
    api
      .call("addWorkspaceUser", { params, body: { user_id: person.id } }, { quiet: true })
      .then(done, (error: unknown) => {
        // They are in it already: somebody else was quicker.
        if (failureOf(error)?.status === 409) return done();
        return notify({ message: sayFailure(error), type: "error" });
      });
  };
  const choose = (place: number) => {
    const person = found[place];
    if (person !== undefined) return add(person);
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
        onEnter={() => open && choose(Math.min(at, found.length))}
        onEscape={close}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open ? `${listId}-${Math.min(at, found.length)}` : undefined}
        className="w-full"
      />
      {open && (
        <CandidateList
          id={listId}
          people={found}
          text={text}
          at={Math.min(at, found.length)}
          state={isError ? "failed" : data === undefined ? "loading" : "there"}
          onChoose={choose}
        />
      )}
    </div>
  );
}
