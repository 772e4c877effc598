import { t } from "i18next";
import { UserRoundPlus } from "lucide-react";
import { notify } from "../../../lib/toasts/store.ts";
import { Button } from "../../../ui/button.tsx";

type AddPersonProps = { mayAdd: boolean; ask: string | null; onAdd: () => void };

/** At rest for who may not: that it is not there would puzzle (ROL-13). */
export function AddPerson({ mayAdd, ask, onAdd }: AddPersonProps) {
  const tell = () => ask !== null && notify({ message: t("people.ask", { name: ask }), type: "info" });
  return (
    <Button icon={UserRoundPlus} inactive={!mayAdd} onClick={mayAdd ? onAdd : tell}>
      {t("people.add")}
    </Button>
  );
}
