import { fullName } from "@postil/domain/accounts/full-name";
import type { Workspace } from "@postil/domain/accounts/users";
import type { WorkspaceMember } from "@postil/domain/accounts/workspace-overview";
import { t } from "i18next";
import { UserMinus } from "lucide-react";
import { cx } from "../../../ui/cx.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { AnswersCell, type WeekAnswers } from "../answers-cell.tsx";
import { rowMark } from "../use-row-focus.ts";
import { MemberRole } from "./member-role.tsx";

type MemberRowProps = {
  member: WorkspaceMember;
  workspace: Pick<Workspace, "name">;
  answers: WeekAnswers;
  mayChangeRole: boolean;
  /** null: an admin does not take themselves out */
  onTakeOut: (() => void) | null;
  onChanged: () => void;
};

/** Who cannot work now is soft, with a word that says why. */
export function MemberRow({ member, workspace, answers, mayChangeRole, onTakeOut, onChanged }: MemberRowProps) {
  const { state, username, id } = member;
  const works = state === "active";
  return (
    <tr
      {...rowMark(id)}
      className={cx("group h-12 border-line border-b focus-within:bg-hover hover:bg-hover", !works && "text-soft")}
    >
      <td className="truncate pr-4">
        <bdi translate="no" className={works ? "font-strong" : ""}>
          {fullName(member)}
        </bdi>{" "}
        <span className="ml-1 text-soft">{works ? username : t(`workspaces.one.${state}`)}</span>
      </td>
      <td className="pr-4">
        {mayChangeRole ? <MemberRole member={member} onChanged={onChanged} /> : t(`common.role.${member.role}`)}
      </td>
      <td className="pr-4 text-right tabular-nums max-[640px]:hidden">
        {state !== "invited" && <AnswersCell answers={answers} id={id} />}
      </td>
      <td className="text-right">
        {onTakeOut !== null && (
          <IconButton
            icon={UserMinus}
            label={t("workspaces.takeOut.label", { name: fullName(member), workspace: workspace.name })}
            onClick={onTakeOut}
            className="opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
          />
        )}
      </td>
    </tr>
  );
}
