import type { LastSeen, Person, PersonWork } from "@postil/domain/accounts/people";
import { fullName, type Workspace } from "@postil/domain/accounts/users";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { Ban, Check, X } from "lucide-react";
import { useId, useState } from "react";
import { api } from "../../../lib/api/api.ts";
import { personWorkQuery } from "../../../lib/api/queries/administration.ts";
import { relativeTime, toMilliseconds } from "../../../lib/i18n/times.ts";
import { judgePassword } from "../../../lib/session/judge-password.ts";
import type { SessionUser } from "../../../lib/session/store.ts";
import { Button } from "../../../ui/button.tsx";
import { Choice, TextInput } from "../../../ui/form-controls.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { InlineError } from "../../../ui/no-content.tsx";
import { VisuallyHidden } from "../../../ui/screen-reader.tsx";
import { SkeletonBar } from "../../../ui/skeleton.tsx";
import { FormDialog, orDone, useSubmit } from "../form-dialog.tsx";
import { InvitationDialog, type PersonDialogProps } from "./invitation-dialog.tsx";
import { FormRow, NewPasswordField } from "./person-fields.tsx";
import { AddPersonDialog, ChangePersonDialog } from "./person-form.tsx";

const SessionsDialog = lazyPart(() => import("./sessions-dialog.tsx"));
const KeysDialog = lazyPart(() => import("./keys-dialog.tsx"));
const quiet = { quiet: true } as const;

export type Opened =
  | { readonly dialog: "add"; readonly workspace: string | null }
  | {
      readonly dialog: "change" | "invite" | "password" | "keys" | "sessions" | "signOut" | "delete" | "takeOut";
      readonly person: Person;
    };

type PeopleDialogsProps = {
  opened: Opened | null;
  people: readonly Person[] | null;
  reader: SessionUser;
  workspaces: readonly Pick<Workspace, "id" | "name">[];
  look: (id: string) => Promise<Person | null>;
  onDeactivate: (person: Person) => void;
  /** the user needs a password now */
  onInvite: (person: Person) => void;
  onChanged: () => void;
  onClose: () => void;
};

export function PeopleDialogs(props: PeopleDialogsProps) {
  const { opened, people, reader, workspaces, look, onDeactivate, onInvite, ...ends } = props;
  if (opened === null) return null;
  if (opened.dialog === "add")
    return (
      <AddPersonDialog
        inviter={reader}
        people={people ?? []}
        workspaces={workspaces}
        into={opened.workspace}
        {...ends}
      />
    );
  const { dialog, person } = opened;
  const of = { ...ends, person, gone: goneText(opened, people) };
  switch (dialog) {
    case "change":
      return (
        <ChangePersonDialog
          isSelf={person.id === reader.id}
          workspaces={workspaces}
          look={() => look(person.id)}
          onInvite={onInvite}
          {...of}
        />
      );
    case "invite":
      return <InvitationDialog {...of} />;
    case "password":
      return <PasswordDialog {...of} />;
    case "keys":
      return <KeysDialog whenMissing={of.onClose} {...of} />;
    case "sessions":
      return <SessionsDialog whenMissing={of.onClose} {...of} />;
    case "signOut":
      return <SignOutDialog {...of} />;
    case "delete":
      return (
        <DeletePersonDialog
          onDeactivate={() => {
            of.onClose();
            onDeactivate(person);
          }}
          {...of}
        />
      );
    case "takeOut":
      return <TakeOutDialog {...of} />;
  }
}

type OfPerson = Extract<Opened, { readonly person: Person }>;

/** The message if the user left the list while the dialog was open; null while the user is in it. */
function goneText({ dialog, person }: OfPerson, people: readonly Person[] | null): string | null {
  if (people === null || people.some(({ id }) => id === person.id)) return null;
  return t(dialog === "takeOut" ? "people.takeOut.gone" : "people.gone", { name: fullName(person) });
}

function PasswordDialog({ person, gone, onClose }: PersonDialogProps) {
  const [password, setPassword] = useState("");
  const name = fullName(person);
  const names = [person.username, person.firstName, person.lastName ?? ""];
  const { busy, form } = useSubmit({
    call: () => api.call("resetPassword", { params: { user_id: person.id }, body: { password } }, quiet),
    done: () => t("people.passwordDialog.done", { name }),
    onClose,
  });
  return (
    <FormDialog
      title={t("people.passwordDialog.title", { name })}
      submit={t("people.passwordDialog.submit")}
      resting={busy || !judgePassword(password, names).fits}
      entered={password}
      gone={gone}
      {...form}
    >
      <p className="text-soft">{t("people.passwordDialog.text")}</p>
      <FormRow label={t("people.form.password")}>
        <NewPasswordField value={password} names={names} onChange={setPassword} />
      </FormRow>
    </FormDialog>
  );
}

/** Ends all sessions of a user, for example on a lost computer. */
function SignOutDialog({ person, gone, onClose }: PersonDialogProps) {
  const name = fullName(person);
  const { busy, form } = useSubmit({
    call: () => api.call("signPersonOut", { params: { user_id: person.id } }, quiet),
    done: ({ count }) =>
      count === 0 ? t("people.signOutDialog.nowhere", { name }) : t("people.signOutDialog.done", { name, count }),
    onClose,
  });
  return (
    <FormDialog
      title={t("people.signOutDialog.title", { name })}
      submit={t("forms.signOutEverywhere")}
      resting={busy}
      gone={gone}
      {...form}
    >
      <p className="text-soft">{t("people.signOutDialog.text")}</p>
    </FormDialog>
  );
}

/** Removes a user from a workspace of the admin. The admin cannot undo this, and the dialog says so. */
function TakeOutDialog({ person, gone, ...ends }: PersonDialogProps) {
  const group = useId();
  const { workspaces } = person;
  const only = workspaces.length === 1 ? workspaces[0] : undefined;
  const [chosen, setChosen] = useState(only);
  const name = fullName(person);
  const { busy, form } = useSubmit({
    // The button is inactive until a workspace is chosen.
    call: async () => {
      const params = chosen && { workspace_id: chosen.id, user_id: person.id };
      if (params !== undefined) await orDone(api.call("removeWorkspaceUser", { params }, quiet), 404);
    },
    done: () => t("people.takeOut.done", { name, workspace: chosen?.name ?? "" }),
    ...ends,
  });
  const title =
    only === undefined
      ? t("people.takeOut.choose", { name })
      : t("people.takeOut.title", { name, workspace: only.name });
  return (
    <FormDialog
      title={title}
      submit={t("people.takeOut.action")}
      danger
      resting={busy || chosen === undefined}
      gone={gone}
      {...form}
    >
      {only === undefined && (
        <div role="radiogroup" aria-label={title} className="mb-3">
          {workspaces.map((workspace) => (
            <Choice
              key={workspace.id}
              group={group}
              checked={chosen?.id === workspace.id}
              onChoose={() => setChosen(workspace)}
              label={workspace.name}
            />
          ))}
        </div>
      )}
      <p className="text-soft">{t("people.takeOut.text")}</p>
    </FormDialog>
  );
}

/** Shows first what stays and what is deleted; deletes after the username is typed. */
function DeletePersonDialog({ person, gone, onDeactivate, ...ends }: PersonDialogProps & { onDeactivate: () => void }) {
  const [typed, setTyped] = useState("");
  const { data: work, isError, refetch } = useQuery(personWorkQuery(person.id));
  const name = fullName(person);
  const { busy, form } = useSubmit({
    call: () => orDone(api.call("deletePerson", { params: { user_id: person.id } }, quiet), 404),
    done: () => t("people.deleteDialog.done", { name }),
    ...ends,
  });
  return (
    <FormDialog
      title={t("people.deleteDialog.title", { name })}
      submit={t("people.deleteDialog.submit")}
      danger
      resting={busy || work === undefined || typed !== person.username}
      gone={gone}
      instead={
        person.state === "deactivated" ? undefined : (
          <Button variant="ghost" icon={Ban} onClick={onDeactivate}>
            {t("people.deleteDialog.instead")}
          </Button>
        )
      }
      {...form}
    >
      <p className="mb-3 text-soft">{t("people.deleteDialog.text")}</p>
      {person.provider !== null && (
        <p className="mb-3 text-ink">{t("people.deleteDialog.comesBack", { provider: person.provider })}</p>
      )}
      {isError && <InlineError message={t("people.deleteDialog.notCounted")} onRetry={() => void refetch()} />}
      {!isError && <WorkLines work={work} lastSeen={person.lastSeen} />}
      <TextInput
        label={t("people.deleteDialog.confirm")}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
        className="mt-4"
      />
    </FormDialog>
  );
}

/** The fate of a user's work, numbers first: a check for work that stays, a cross for work that is deleted. */
function WorkLines({ work, lastSeen }: { work: PersonWork | undefined; lastSeen: LastSeen | null }) {
  const lines = work === undefined ? WAITING : linesOf(work, lastSeen);
  return (
    <ul aria-busy={work === undefined} aria-label={t("people.deleteDialog.lines")} className="border-line border-t">
      {lines.map(({ of, stays, what, becomes }) => (
        <li
          key={of}
          className="grid min-h-9 grid-cols-[14px_184px_minmax(0,1fr)] items-center gap-x-2 border-line border-b py-1.5 max-[640px]:grid-cols-[14px_minmax(0,1fr)]"
        >
          <span className={stays ? "text-submitted" : "text-danger"}>
            <Icon of={stays ? Check : X} size={14} />
          </span>
          <span className="font-strong tabular-nums">
            <VisuallyHidden>{t(stays ? "people.deleteDialog.stays" : "people.deleteDialog.goes")}</VisuallyHidden>
            {what ?? <SkeletonBar width={96} />}
          </span>
          <span className="max-[640px]:col-start-2">{becomes ?? <SkeletonBar width={240} />}</span>
        </li>
      ))}
    </ul>
  );
}

type Line = {
  readonly of: "answers" | "tasks" | "drafts" | "keys";
  readonly stays: boolean;
  readonly what?: string;
  readonly becomes?: string;
};
const WAITING: readonly Line[] = [
  { of: "answers", stays: true },
  { of: "tasks", stays: true },
  { of: "drafts", stays: false },
  { of: "keys", stays: false },
];

/** Empty kinds have no line, except answers and keys, which users would look for. */
function linesOf(work: PersonWork, lastSeen: LastSeen | null): readonly Line[] {
  const { answers, datasets, annotations, rules, taskDatasets, drafts, keys } = work;
  const say = (what: "answers" | "annotations" | "rules" | "drafts" | "keys" | "stay", count: number) =>
    t(`people.deleteDialog.${what}`, { count });
  const answersBecome =
    answers === 0
      ? t("people.deleteDialog.noAnswers")
      : t("people.deleteDialog.answersStay", { stay: say("stay", answers), count: datasets });
  const made = [
    ...(annotations > 0 ? [say("annotations", annotations)] : []),
    ...(rules > 0 ? [say("rules", rules)] : []),
  ].join(", ");
  const madeBecomes = { stay: say("stay", annotations + rules), count: taskDatasets };
  const lines: readonly Line[] = [
    { of: "answers", stays: true, what: say("answers", answers), becomes: answersBecome },
    { of: "tasks", stays: true, what: made, becomes: t("people.deleteDialog.annotationsStay", madeBecomes) },
    {
      of: "drafts",
      stays: false,
      what: drafts > 0 ? say("drafts", drafts) : "",
      becomes: t("people.deleteDialog.draftsGo", { count: drafts }),
    },
    { of: "keys", stays: false, what: say("keys", keys), becomes: keysBecome(keys, lastSeen) },
  ];
  return lines.filter(({ what }) => what !== "");
}

function keysBecome(count: number, lastSeen: LastSeen | null): string {
  if (lastSeen?.byKey !== true) return t("people.deleteDialog.keysGo", { count });
  const ms = toMilliseconds(lastSeen.at);
  return t("people.deleteDialog.keysUsed", { count, time: relativeTime(ms, Math.max(Date.now(), ms)) });
}
