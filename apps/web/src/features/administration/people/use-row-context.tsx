import type { Person } from "@postil/domain/accounts/people";
import { isOwner } from "@postil/domain/accounts/policies";
import { useMemo } from "react";
import type { SessionUser } from "../../../lib/session/store.ts";
import { useNow } from "../../../ui/use-now.ts";
import type { Opened } from "./people-dialogs.tsx";
import type { PersonAction } from "./person-menu.tsx";
import type { RowContext } from "./person-row.tsx";
import { AdminActions, OwnerActions } from "./row-actions.tsx";

type RowContextParts = Pick<RowContext, "answers" | "workspaceName"> & {
  user: SessionUser;
  setOpened: (opened: Opened) => void;
  /** puts somebody out, or lets them in again */
  setOut: (person: Person, out: boolean) => Promise<void>;
  /** ends the link that somebody has */
  withdraw: (person: Person) => Promise<void>;
  onAudit: (person: Person) => void;
};

/** The same for all rows as long as nothing of it changes, so that they are not drawn anew. */
export function useRowContext(parts: RowContextParts): RowContext {
  const { user, workspaceName, answers, setOpened, setOut, withdraw, onAudit } = parts;
  const now = useNow();
  const owner = isOwner(user);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done is the same whichever drawing it is from
  return useMemo(() => {
    const act = (person: Person) => (action: PersonAction) => {
      if (action === "deactivate" || action === "reactivate") void setOut(person, action === "deactivate");
      else if (action === "withdraw") void withdraw(person);
      else if (action === "audit") onAudit(person);
      else setOpened({ dialog: action, person });
    };
    const actions = (person: Person) => {
      const isSelf = person.id === user.id;
      if (owner) return <OwnerActions person={person} isSelf={isSelf} onAction={act(person)} />;
      return (
        <AdminActions person={person} isSelf={isSelf} onTakeOut={() => setOpened({ dialog: "takeOut", person })} />
      );
    };
    return { ownId: user.id, now, answers, workspaceName, actions };
  }, [user.id, owner, now, answers, workspaceName]);
}
