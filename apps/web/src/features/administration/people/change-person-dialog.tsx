import { factsToWire, personFromWire } from "@postil/contract/mapping/people";
import { fullName } from "@postil/domain/accounts/full-name";
import { factsOf, type Person, type PersonFacts, sameFacts } from "@postil/domain/accounts/people";
import { opensByProvider } from "@postil/domain/accounts/policies";
import type { Workspace } from "@postil/domain/accounts/users";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../../lib/api/api.ts";
import { failureOf } from "../../../lib/api/failure.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { FormDialog } from "../form-dialog.tsx";
import { useAction } from "../use-action.ts";
import { FactsFields } from "./facts-fields.tsx";
import { MeanwhileNote } from "./meanwhile-note.tsx";

type ChangePersonDialogProps = {
  person: Person;
  isSelf: boolean;
  workspaces: readonly Pick<Workspace, "id" | "name">[];
  /** the person as they are now; null: they are gone */
  look: () => Promise<Person | null>;
  onInvite: (person: Person) => void;
  onChanged: () => void;
  onClose: () => void;
};

/** Who came by a provider alone could not come in any more with a role that providers do not open. */
const needsPassword = (person: Person, facts: PersonFacts): boolean =>
  person.provider !== null && !person.hasPassword && !opensByProvider(facts);

/** Names, role and workspaces in one step. What another owner changed meanwhile is shown before anything is written over it. */
export function ChangePersonDialog(props: ChangePersonDialogProps) {
  const { person, isSelf, workspaces, look, onInvite, onChanged, onClose } = props;
  const { t } = useTranslation();
  const [seen, setSeen] = useState(person);
  const [meanwhile, setMeanwhile] = useState(false);
  const [facts, setFacts] = useState<PersonFacts>(() => factsOf(person));
  const { busy, failed, run, setFailed } = useAction();
  const name = fullName(person);
  const givesUpOwner = isSelf && person.role === "owner" && facts.role !== "owner";

  /** Of a refusal: whether it is because somebody else was there first. */
  const lookAgain = async () => {
    const now = await look();
    if (now === null) return setFailed(t("people.gone", { name }));
    if (sameFacts(factsOf(now), factsOf(seen))) return;
    setSeen(now);
    setMeanwhile(true);
    setFailed(null);
  };
  const save = async () => {
    const body = { ...factsToWire(facts), seen: factsToWire(factsOf(seen)) };
    return personFromWire(await api.call("changePerson", { params: { user_id: person.id }, body }, { quiet: true }));
  };
  const submit = async () => {
    let refused = false;
    let changed: Person | null = null;
    await run(async () => {
      changed = await save().catch((error: unknown) => {
        const status = failureOf(error)?.status;
        refused = status === 409 || status === 404;
        throw error;
      });
    });
    if (refused) return lookAgain();
    if (changed === null) return;
    notify({ message: t("people.changeDialog.done", { name }) });
    onChanged();
    if (needsPassword(person, facts)) onInvite(changed);
    else onClose();
  };
  return (
    <FormDialog
      title={t("people.changeDialog.title", { name })}
      submit={t(givesUpOwner ? "people.changeDialog.submitOwnRole" : "people.changeDialog.submit")}
      danger={givesUpOwner}
      resting={busy || facts.firstName.trim() === "" || sameFacts(facts, factsOf(seen))}
      failed={failed}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {meanwhile && (
        <MeanwhileNote
          person={seen}
          onTake={() => {
            setFacts(factsOf(seen));
            setMeanwhile(false);
          }}
        />
      )}
      <FactsFields facts={facts} onChange={setFacts} workspaces={workspaces} />
      <p role="status" className="border-line text-soft not-empty:mt-3 not-empty:border-l-2 not-empty:pl-3">
        {facts.role !== person.role && t(givesUpOwner ? "people.changeDialog.ownRole" : "people.changeDialog.roleNote")}
        {facts.role !== person.role && person.provider !== null && !opensByProvider(facts) && (
          <span className="mt-1 block">
            {t(person.hasPassword ? "people.changeDialog.roleByPassword" : "people.changeDialog.needsPassword", {
              name,
            })}
          </span>
        )}
      </p>
    </FormDialog>
  );
}
