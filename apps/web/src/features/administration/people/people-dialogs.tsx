import { fullName } from "@postil/domain/accounts/full-name";
import type { Person } from "@postil/domain/accounts/people";
import type { Workspace } from "@postil/domain/accounts/users";
import { type TFunction, t } from "i18next";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { AddPersonDialog } from "./add-person-dialog.tsx";
import { ChangePersonDialog } from "./change-person-dialog.tsx";
import { DeletePersonDialog } from "./delete-person-dialog.tsx";
import { InvitationDialog } from "./invitation-dialog.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { SignOutDialog } from "./sign-out-dialog.tsx";
import { TakeOutDialog } from "./take-out-dialog.tsx";

const KeysDialog = lazyPart(() => import("./keys-dialog.tsx"));

/** What stands open over the list. */
export type Opened =
  | { readonly dialog: "add"; readonly workspace: string | null }
  | {
      readonly dialog: "change" | "invite" | "password" | "keys" | "signOut" | "delete" | "takeOut";
      readonly person: Person;
    };

type PeopleDialogsProps = {
  opened: Opened | null;
  /** those of the list as it is by now */
  people: readonly Person[] | null;
  ownId: string;
  workspaces: readonly Pick<Workspace, "id" | "name">[];
  look: (id: string) => Promise<Person | null>;
  onDeactivate: (person: Person) => void;
  /** somebody needs a password now */
  onInvite: (person: Person) => void;
  onChanged: () => void;
  onClose: () => void;
};

export function PeopleDialogs({
  opened,
  people,
  ownId,
  workspaces,
  look,
  onDeactivate,
  onInvite,
  ...rest
}: PeopleDialogsProps) {
  if (opened === null) return null;
  if (opened.dialog === "add")
    return <AddPersonDialog people={people ?? []} workspaces={workspaces} into={opened.workspace} {...rest} />;
  const { dialog, person } = opened;
  const after = { ...rest, gone: goneText(t, opened, people) };
  switch (dialog) {
    case "change":
      return (
        <ChangePersonDialog
          person={person}
          isSelf={person.id === ownId}
          workspaces={workspaces}
          look={() => look(person.id)}
          onInvite={onInvite}
          {...after}
        />
      );
    case "invite":
      return <InvitationDialog person={person} {...after} />;
    case "password":
      return <PasswordDialog person={person} {...after} />;
    case "keys":
      return <KeysDialog person={person} whenMissing={after.onClose} {...after} />;
    case "signOut":
      return <SignOutDialog person={person} {...after} />;
    case "delete":
      return (
        <DeletePersonDialog
          person={person}
          onDeactivate={() => {
            after.onClose();
            onDeactivate(person);
          }}
          {...after}
        />
      );
    case "takeOut":
      return <TakeOutDialog person={person} {...after} />;
  }
}

type OfPerson = Extract<Opened, { readonly person: Person }>;

/** What is said of somebody who left the list while the dialog stood open; null of who is in it. */
function goneText(t: TFunction, { dialog, person }: OfPerson, people: readonly Person[] | null): string | null {
  if (people === null || people.some(({ id }) => id === person.id)) return null;
  return t(dialog === "takeOut" ? "people.takeOut.gone" : "people.gone", { name: fullName(person) });
}
