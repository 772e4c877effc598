import { fullName } from "@postil/domain/accounts/full-name";
import type { Person } from "@postil/domain/accounts/people";
import { t } from "i18next";
import { Button } from "../../../ui/button.tsx";

/** Somebody else changed the person while the dialog stood open: what is there now, and the way to it. */
export function MeanwhileNote({ person, onTake }: { person: Person; onTake: () => void }) {
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
