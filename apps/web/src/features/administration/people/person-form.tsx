import { invitationFromWire } from "@postil/contract/accounts/access-mapping";
import { factsToWire, personFromWire } from "@postil/contract/accounts/administration-mapping";
import { type MadeInvitation, USUAL_INVITATION_DAYS } from "@postil/domain/accounts/invitations";
import { factsOf, type Person, type PersonFacts, sameFacts } from "@postil/domain/accounts/people";
import { isOwner, opensByProvider } from "@postil/domain/accounts/policies";
import { fullName, usernameAlike, type Workspace } from "@postil/domain/accounts/users";
import { USERNAME } from "@postil/domain/datasets/names";
import { t } from "i18next";
import { useState } from "react";
import "../../../lib/i18n/en/people.ts";
import { api } from "../../../lib/api/api.ts";
import { failureOf } from "../../../lib/api/failure.ts";
import { judgePassword } from "../../../lib/session/judge-password.ts";
import { passwordRules } from "../../../lib/session/sign-in-rules.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { Button } from "../../../ui/button.tsx";
import { TextInput } from "../../../ui/form-controls.tsx";
import { FormDialog, useAction } from "../form-dialog.tsx";
import { MadeInvitationDialog } from "./invitation-dialog.tsx";
import { FactsFields, FirstSignIn, FormRow } from "./person-fields.tsx";

type FormProps = {
  workspaces: readonly Pick<Workspace, "id" | "name">[];
  onChanged: () => void;
  onClose: () => void;
};

type AddPersonDialogProps = FormProps & {
  /** an admin invites annotators into own workspaces, by a link alone (ROL-16) */
  inviter: Pick<Person, "role">;
  people: readonly Pick<Person, "username">[];
  /** the name of the workspace that is ticked at first */
  into: string | null;
};

const NOBODY: PersonFacts = { firstName: "", lastName: null, role: "annotator", workspaceIds: [] };

/** Adds a user, who chooses a password by a link, or signs in with the password set here. */
export function AddPersonDialog({ inviter, people, workspaces, into, onChanged, onClose }: AddPersonDialogProps) {
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
  // A conflict can only be about the username.
  const taken = isConflict && failed !== null ? failed : undefined;
  const names = [username, facts.firstName, facts.lastName ?? ""];
  const named = facts.firstName.trim() !== "" && username !== "" && !badName;
  const placed = isOwner(inviter) || facts.workspaceIds.length > 0;
  const complete = named && placed && (password === null || judgePassword(password, names).fits);
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
      <FactsFields facts={facts} onChange={setFacts} workspaces={workspaces} giver={inviter}>
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
      {isOwner(inviter) && passwordRules().accepted && (
        <FirstSignIn password={password} names={names} onChange={setPassword} />
      )}
    </FormDialog>
  );
}

type ChangePersonDialogProps = FormProps & {
  person: Person;
  isSelf: boolean;
  /** loads the current state of the user; null if the user is deleted */
  look: () => Promise<Person | null>;
  onInvite: (person: Person) => void;
  /** the message if the user was deleted meanwhile */
  gone: string | null;
};

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

/** True if the user signs in only by a provider, and providers do not open the new role. */
const needsPassword = (person: Person, facts: PersonFacts): boolean =>
  passwordRules().accepted && person.provider !== null && !person.hasPassword && !opensByProvider(facts);

function RoleNote({ person, facts, givesUpOwner }: { person: Person; facts: PersonFacts; givesUpOwner: boolean }) {
  const name = fullName(person);
  return (
    <>
      {t(givesUpOwner ? "people.changeDialog.ownRole" : "people.changeDialog.roleNote")}
      {passwordRules().accepted && person.provider !== null && !opensByProvider(facts) && (
        <span className="mt-1 block">
          {t(person.hasPassword ? "people.changeDialog.roleByPassword" : "people.changeDialog.needsPassword", { name })}
        </span>
      )}
    </>
  );
}

/** Another owner changed the user while the dialog was open: shows the current values, with a button to use them. */
function MeanwhileNote({ person, onTake }: { person: Person; onTake: () => void }) {
  const { role, workspaces } = person;
  const of = role === "owner" ? "factsEverywhere" : workspaces.length === 0 ? "factsNowhere" : "facts";
  const name = fullName(person);
  const facts = t(`people.changeDialog.${of}`, {
    name,
    role: t(`common.role.${role}`),
    workspaces: workspaces.map((workspace) => workspace.name).join(", "),
  });
  return (
    <div role="alert" className="mb-2 rounded-control bg-edited-fill px-3 py-2">
      <p>{t("people.changeDialog.meanwhile", { name, facts })}</p>
      <Button variant="quiet" size="compact" onClick={onTake} className="-ml-2 text-accent">
        {t("people.changeDialog.takeTheirs")}
      </Button>
    </div>
  );
}

type PersonChange = Pick<ChangePersonDialogProps, "person" | "look"> & {
  onSaved: (person: Person, facts: PersonFacts) => void;
};

/** `isMine`: true if it was saved; false if another owner was faster. `now`: the current user, null if deleted. */
type Saved = { readonly isMine: boolean; readonly now: Person | null };

/** The changes of a user. If another owner changed the user meanwhile, this is shown before anything is overwritten. */
function usePersonChange({ person, look, onSaved }: PersonChange) {
  const [seen, setSeen] = useState(person);
  const [isMeanwhile, setMeanwhile] = useState(false);
  const [facts, setFacts] = useState<PersonFacts>(() => factsOf(person));
  const { busy, failed, run } = useAction();
  const save = async (): Promise<Saved> => {
    const body = { ...factsToWire(facts), seen: factsToWire(factsOf(seen)) };
    try {
      const changed = await api.call("changePerson", { params: { user_id: person.id }, body }, { quiet: true });
      return { isMine: true, now: personFromWire(changed) };
    } catch (error) {
      const status = failureOf(error)?.status;
      if (status !== 409 && status !== 404) throw error;
      const now = await look();
      // The refusal had another reason.
      if (now !== null && sameFacts(factsOf(now), factsOf(seen))) throw error;
      return { isMine: false, now };
    }
  };
  const submit = async () => {
    const saved = (await run(save))?.value;
    if (saved === undefined) return;
    const { isMine, now } = saved;
    // The list is refreshed, and the dialog shows that the user is gone.
    if (now === null) return;
    if (isMine) return onSaved(now, facts);
    setSeen(now);
    setMeanwhile(true);
  };
  const takeTheirs = () => {
    setFacts(factsOf(seen));
    setMeanwhile(false);
  };
  return {
    facts,
    setFacts,
    meanwhile: isMeanwhile ? seen : null,
    takeTheirs,
    submit,
    failed,
    rests: busy || sameFacts(facts, factsOf(seen)),
  };
}
