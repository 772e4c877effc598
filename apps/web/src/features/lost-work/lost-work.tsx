import type { TypedForDataset } from "@postil/domain/outbox/work-file";
import { forgetTyped, textsOfTyped } from "../../lib/kept-work/typed-work.ts";
import { TypedForms } from "../../ui/settings/typed-forms.tsx";
import type { WorkItem } from "../../unsent/work-items.ts";
import { UnsentWork } from "./unsent-work.tsx";

export type LostWorkProps = {
  /** null while they are read */
  items: readonly WorkItem[] | null;
  typed: readonly TypedForDataset[];
  user: { readonly id: string; readonly username: string };
  /** where else the answers are */
  note: string;
};

/** Unsent work: answers, and text typed into settings, as a rule or for many records. If there is none, the note says so. */
export function LostWork({ items, typed, user, note }: LostWorkProps) {
  const forget = () => {
    for (const one of typed) forgetTyped(user.id, one);
  };
  return (
    <>
      {(typed.length === 0 || items?.length !== 0) && (
        <UnsentWork items={items} typed={typed} user={user} note={note} />
      )}
      <TypedForms texts={typed.flatMap(textsOfTyped)} onDelete={forget} />
    </>
  );
}
