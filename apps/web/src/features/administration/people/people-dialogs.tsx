import type { Person } from "@postil/domain/accounts/people";
import type { Workspace } from "@postil/domain/accounts/users";
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
  ownId,
  workspaces,
  look,
  onDeactivate,
  onInvite,
  ...after
}: PeopleDialogsProps) {
  if (opened === null) return null;
  if (opened.dialog === "add") return <AddPersonDialog workspaces={workspaces} into={opened.workspace} {...after} />;
  const { dialog, person } = opened;
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
      return <PasswordDialog person={person} onClose={after.onClose} />;
    case "keys":
      return <KeysDialog person={person} whenMissing={after.onClose} {...after} />;
    case "signOut":
      return <SignOutDialog person={person} onClose={after.onClose} />;
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
