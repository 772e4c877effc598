import { invitationFromWire } from "@postil/contract/mapping/invitations";
import { factsToWire } from "@postil/contract/mapping/people";
import { fullName } from "@postil/domain/accounts/full-name";
import { type MadeInvitation, USUAL_INVITATION_DAYS } from "@postil/domain/accounts/invitations";
import { isPassword } from "@postil/domain/accounts/passwords";
import type { Person, PersonFacts } from "@postil/domain/accounts/people";
import { usernameAlike } from "@postil/domain/accounts/username-alike";
import type { Workspace } from "@postil/domain/accounts/users";
import { USERNAME } from "@postil/domain/datasets/names";
import { t } from "i18next";
import { useState } from "react";
import "../../../lib/i18n/invite-links-texts.ts";
import { api } from "../../../lib/api/api.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { TextInput } from "../../../ui/text-input.tsx";
import { FormDialog } from "../form-dialog.tsx";
import { useAction } from "../use-action.ts";
import { FactsFields } from "./facts-fields.tsx";
import { FirstSignIn } from "./first-sign-in.tsx";
import { FormRow } from "./form-row.tsx";
import { MadeInvitationDialog } from "./made-invitation-dialog.tsx";

type AddPersonDialogProps = {
  /** who is there already */
  people: readonly Pick<Person, "username">[];
  workspaces: readonly Pick<Workspace, "id" | "name">[];
  /** the name of the workspace that is ticked at first */
  into: string | null;
  onChanged: () => void;
  onClose: () => void;
};

const NOBODY: PersonFacts = { firstName: "", lastName: null, role: "annotator", workspaceIds: [] };

/** Adds a person, who chooses a password by a link, or signs in with one that is set here. */
export function AddPersonDialog({ people, workspaces, into, onChanged, onClose }: AddPersonDialogProps) {
  const ticked = workspaces.filter(({ name }) => name === into).map(({ id }) => id);
  const [facts, setFacts] = useState<PersonFacts>({ ...NOBODY, workspaceIds: ticked });
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState<string | null>(null);
  const [made, setMade] = useState<MadeInvitation | null>(null);
  const { busy, failed, isConflict, run, setFailed } = useAction();
  const badName = username !== "" && !USERNAME.pattern.test(username);
  const alike = usernameAlike(
    username,
    people.map((person) => person.username),
  );
  // Nothing else of a new person can be somebody else's.
  const taken = isConflict && failed !== null ? failed : undefined;
  const named = facts.firstName.trim() !== "" && username !== "" && !badName;
  const complete = named && (password === null || isPassword(password));
  const places = workspaces.filter(({ id }) => facts.workspaceIds.includes(id)).map(({ name }) => name);
  const create = async (secret: string) => {
    await api.call("createPerson", { body: { ...factsToWire(facts), username, password: secret } }, { quiet: true });
    notify({ message: t("people.addDialog.done", { name: fullName({ ...facts, username }) }) });
    onClose();
  };
  const invite = async () => {
    const { first_name, last_name, role } = factsToWire(facts);
    const body = { first_name, last_name, role, username, workspaces: places, days: USUAL_INVITATION_DAYS };
    setMade(invitationFromWire(await api.call("createInvitation", { body }, { quiet: true })));
  };
  const submit = async () => {
    if (await run(() => (password === null ? invite() : create(password)))) onChanged();
  };
  if (made !== null) {
    const person = { ...facts, id: made.userId, username, workspaces: places };
    const first = { made, days: USUAL_INVITATION_DAYS };
    return <MadeInvitationDialog person={person} first={first} onChanged={onChanged} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={t("people.addDialog.title")}
      submit={t(password === null ? "inviteLinks.addAndLink" : "people.addDialog.submit")}
      resting={busy || !complete}
      failed={taken === undefined ? failed : null}
      entered={JSON.stringify([facts, username, password])}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FactsFields facts={facts} onChange={setFacts} workspaces={workspaces}>
        <FormRow label={t("people.form.username")}>
          <TextInput
            label={t("people.form.username")}
            hideLabel
            value={username}
            onChange={(text) => {
              setUsername(text);
              setFailed(null);
            }}
            error={badName ? t("people.form.usernameHint") : taken}
            hint={alike === null ? undefined : t("people.form.alike", { name: alike })}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        </FormRow>
      </FactsFields>
      <FirstSignIn password={password} onChange={setPassword} />
    </FormDialog>
  );
}
