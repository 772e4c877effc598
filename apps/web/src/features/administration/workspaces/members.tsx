import { isOwner } from "@postil/domain/accounts/policies";
import type { WorkspaceMember, WorkspaceOverview } from "@postil/domain/accounts/workspace-overview";
import { t } from "i18next";
import { useRef, useState } from "react";
import type { SessionUser } from "../../../lib/session/store.ts";
import type { WeekAnswers } from "../answers-cell.tsx";
import { useRowFocus } from "../use-row-focus.ts";
import { AddMember } from "./add-member.tsx";
import { ColumnHead } from "./column-head.tsx";
import { MemberRow } from "./member-row.tsx";
import { TakeOutDialog } from "./take-out-dialog.tsx";
import { WorkspacePart } from "./workspace-part.tsx";

type MembersProps = {
  overview: WorkspaceOverview;
  user: SessionUser;
  answers: WeekAnswers;
  onChanged: () => void;
};

/** Who belongs to a workspace; owners do without belonging to any. */
export function Members({ overview, user, answers, onChanged }: MembersProps) {
  const { workspace, members } = overview;
  const [leaving, setLeaving] = useState<WorkspaceMember | null>(null);
  const place = useRef<HTMLElement>(null);
  useRowFocus(place, members, () => place.current?.querySelector("h2")?.focus());
  const owner = isOwner(user);
  const rows = members.map((member) => (
    <MemberRow
      key={member.id}
      member={member}
      workspace={workspace}
      answers={answers}
      mayChangeRole={owner && member.id !== user.id}
      onTakeOut={member.id === user.id && !owner ? null : () => setLeaving(member)}
      onChanged={onChanged}
    />
  ));
  return (
    <>
      <WorkspacePart
        ref={place}
        id="members"
        title={t("workspaces.one.members")}
        count={t("workspaces.one.everyOwner", { count: members.length })}
        beside={owner && <AddMember overview={overview} onChanged={onChanged} />}
        heads={
          <>
            <ColumnHead of="name" />
            <ColumnHead of="role" className="w-34 max-[640px]:w-28" />
            <ColumnHead of="answers" className="w-40 text-right max-[640px]:hidden" />
            <ColumnHead of="takeOut" hidden className="w-10" />
          </>
        }
        rows={rows}
        none={t("workspaces.one.noMembers")}
        note={t("workspaces.one.roleNote")}
        className="min-[1080px]:pr-12"
      />
      {leaving !== null && (
        <TakeOutDialog
          member={leaving}
          workspace={workspace}
          byOwner={owner}
          isOut={!members.some(({ id }) => id === leaving.id)}
          onChanged={onChanged}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}
