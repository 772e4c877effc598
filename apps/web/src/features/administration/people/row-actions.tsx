import { fullName } from "@postil/domain/accounts/full-name";
import type { Person } from "@postil/domain/accounts/people";
import { t } from "i18next";
import { Ellipsis } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { OPEN_TRIGGER } from "../open-trigger.ts";
import type { PersonMenuProps } from "./person-menu.tsx";

const PersonMenu = onDemand<PersonMenuProps>("menu", () =>
  import("./person-menu.tsx").then((module) => module.PersonMenu),
);

/** Shown on hover and focus of the row. */
const HOVERED =
  "opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100 has-[[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100 max-[640px]:opacity-100";

/** An owner's: one button that opens the menu of the row. */
export function OwnerActions(props: PersonMenuProps) {
  const label = t("people.actionsOf", { name: fullName(props.person) });
  return (
    <span className={HOVERED}>
      <PersonMenu {...props} trigger={<IconButton icon={Ellipsis} label={label} className={OPEN_TRIGGER} />} />
    </span>
  );
}

/** An admin's: only out of the workspace, and nobody takes themselves out. */
export function AdminActions({
  person,
  isSelf,
  onTakeOut,
}: {
  person: Person;
  isSelf: boolean;
  onTakeOut: () => void;
}) {
  if (isSelf) return null;
  return (
    <Button
      size="compact"
      className={HOVERED}
      aria-label={t("people.takeOut.label", { name: fullName(person) })}
      onClick={onTakeOut}
    >
      {t("people.takeOut.action")}
    </Button>
  );
}
