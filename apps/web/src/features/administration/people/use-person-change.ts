import { factsToWire, personFromWire } from "@postil/contract/mapping/people";
import { factsOf, type Person, type PersonFacts, sameFacts } from "@postil/domain/accounts/people";
import { useState } from "react";
import { api } from "../../../lib/api/api.ts";
import { failureOf } from "../../../lib/api/failure.ts";
import { useAction } from "../use-action.ts";

type PersonChange = {
  person: Person;
  /** the person as they are now; null: they are gone */
  look: () => Promise<Person | null>;
  onSaved: (person: Person, facts: PersonFacts) => void;
};

/** Mine: it was saved. Otherwise somebody else was there first. `now`: the person as they are by it, null when they are gone. */
type Saved = { readonly isMine: boolean; readonly now: Person | null };

/** What is changed of a person: what another owner changed meanwhile is shown before anything is written over it. */
export function usePersonChange({ person, look, onSaved }: PersonChange) {
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
      // It was refused for another reason.
      if (now !== null && sameFacts(factsOf(now), factsOf(seen))) throw error;
      return { isMine: false, now };
    }
  };
  const submit = async () => {
    const saved = (await run(save))?.value;
    if (saved === undefined) return;
    const { isMine, now } = saved;
    // The list has heard of it, and the dialog says so.
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
