import { fullName } from "@postil/domain/accounts/full-name";
import type { Person, PersonFacts } from "@postil/domain/accounts/people";
import { opensByProvider } from "@postil/domain/accounts/policies";
import type { Workspace } from "@postil/domain/accounts/users";
import { t } from "i18next";
import { notify } from "../../../lib/toasts/store.ts";
import { FormDialog } from "../form-dialog.tsx";
import { FactsFields } from "./facts-fields.tsx";
import { MeanwhileNote } from "./meanwhile-note.tsx";
import { usePersonChange } from "./use-person-change.ts";

type ChangePersonDialogProps = {
  person: Person;
  isSelf: boolean;
  workspaces: readonly Pick<Workspace, "id" | "name">[];
  /** the person as they are now; null: they are gone */
  look: () => Promise<Person | null>;
  onInvite: (person: Person) => void;
  /** what is said when they were deleted meanwhile */
  gone: string | null;
  onChanged: () => void;
  onClose: () => void;
};

/** Names, role and workspaces in one step. */
export function ChangePersonDialog(props: ChangePersonDialogProps) {
  const { person, isSelf, workspaces, look, onInvite, gone, onChanged, onClose } = props;
  const name = fullName(person);
  const onSaved = (now: Person, facts: PersonFacts) => {
    notify({ message: t("people.changeDialog.done", { name }) });
    onChanged();
    if (needsPassword(person, facts)) onInvite(now);
    else onClose();
  };
  const change = usePersonChange({ person, look, onSaved });
  const { facts, setFacts, meanwhile } = change;
  const givesUpOwner = isSelf && person.role === "owner" && facts.role !== "owner";
  return (
    <FormDialog
      title={t("people.changeDialog.title", { name })}
      submit={t(givesUpOwner ? "people.changeDialog.submitOwnRole" : "people.changeDialog.submit")}
      danger={givesUpOwner}
      resting={change.rests || facts.firstName.trim() === ""}
      failed={change.failed}
      entered={JSON.stringify(facts)}
      gone={gone}
      onSubmit={() => void change.submit()}
      onClose={onClose}
    >
      {meanwhile !== null && <MeanwhileNote person={meanwhile} onTake={change.takeTheirs} />}
      <FactsFields facts={facts} onChange={setFacts} workspaces={workspaces} />
      <p role="status" className="border-line text-soft not-empty:mt-3 not-empty:border-l-2 not-empty:pl-3">
        {facts.role !== person.role && <RoleNote person={person} facts={facts} givesUpOwner={givesUpOwner} />}
      </p>
    </FormDialog>
  );
}

/** Who came by a provider alone could not come in any more with a role that providers do not open. */
const needsPassword = (person: Person, facts: PersonFacts): boolean =>
  person.provider !== null && !person.hasPassword && !opensByProvider(facts);

/** What another role comes to, for whoever gets it. */
function RoleNote({ person, facts, givesUpOwner }: { person: Person; facts: PersonFacts; givesUpOwner: boolean }) {
  const name = fullName(person);
  return (
    <>
      {t(givesUpOwner ? "people.changeDialog.ownRole" : "people.changeDialog.roleNote")}
      {person.provider !== null && !opensByProvider(facts) && (
        <span className="mt-1 block">
          {t(person.hasPassword ? "people.changeDialog.roleByPassword" : "people.changeDialog.needsPassword", { name })}
        </span>
      )}
    </>
  );
}
