import { isOwner } from "@postil/domain/accounts/policies";
import type { WorkspaceMember, WorkspaceOverview } from "@postil/domain/accounts/workspace-overview";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SessionUser } from "../../../lib/session/store.ts";
import type { WeekAnswers } from "../answers-cell.tsx";
import { useRowFocus } from "../use-row-focus.ts";
import { AddMember } from "./add-member.tsx";
import { ColumnHead } from "./column-head.tsx";
import { MemberRow } from "./member-row.tsx";
import { TakeOutDialog } from "./take-out-dialog.tsx";

type MembersProps = {
  overview: WorkspaceOverview;
  user: SessionUser;
  answers: WeekAnswers;
  onChanged: () => void;
};

/** Who belongs to a workspace; owners do without belonging to any. */
export function Members({ overview, user, answers, onChanged }: MembersProps) {
  const { t } = useTranslation();
  const { workspace, members } = overview;
  const [leaving, setLeaving] = useState<WorkspaceMember | null>(null);
  const place = useRef<HTMLElement>(null);
  useRowFocus(place, members, () => place.current?.querySelector("h2")?.focus());
  const owner = isOwner(user);
  return (
    <section ref={place} aria-labelledby="members" className="py-3 min-[1080px]:pr-12">
      <div className="mb-1 flex min-h-10 flex-wrap items-center gap-2">
        <h2
          id="members"
          tabIndex={-1}
          className="flex flex-1 items-center gap-2 whitespace-nowrap font-strong text-lead"
        >
          {t("workspaces.one.members")}
          <span className="font-body text-body text-soft tabular-nums">
            {t("workspaces.one.everyOwner", { count: members.length })}
          </span>
        </h2>
        {owner && <AddMember overview={overview} onChanged={onChanged} />}
      </div>
      {members.length === 0 ? (
        <p className="py-3 text-soft">{t("workspaces.one.noMembers")}</p>
      ) : (
        <table aria-labelledby="members" className="w-full table-fixed border-collapse">
          <thead>
            <tr className="h-9 border-line border-b text-left text-small text-soft">
              <ColumnHead of="name" />
              <ColumnHead of="role" className="w-34 max-[640px]:w-28" />
              <ColumnHead of="answers" className="w-40 text-right max-[640px]:hidden" />
              <ColumnHead of="takeOut" hidden className="w-10" />
            </tr>
          </thead>
          <tbody>
            {members.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                workspace={workspace}
                answers={answers}
                mayChangeRole={owner && member.id !== user.id}
                onTakeOut={member.id === user.id && !owner ? null : () => setLeaving(member)}
                onChanged={onChanged}
              />
            ))}
          </tbody>
        </table>
      )}
      <p className="mt-3 text-small text-soft">{t("workspaces.one.roleNote")}</p>
      {leaving !== null && (
        <TakeOutDialog
          member={leaving}
          workspace={workspace}
          byOwner={owner}
          onChanged={onChanged}
          onClose={() => setLeaving(null)}
        />
      )}
    </section>
  );
}
