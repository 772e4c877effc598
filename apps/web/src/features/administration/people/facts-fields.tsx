import type { PersonFacts } from "@postil/domain/accounts/people";
import { ROLES, type Workspace } from "@postil/domain/accounts/users";
import { t } from "i18next";
import { type ReactNode, useId } from "react";
import { Choice } from "../../../ui/choice.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { FormRow } from "./form-row.tsx";
import { WorkspacesField } from "./workspaces-field.tsx";

type FactsFieldsProps = {
  facts: PersonFacts;
  onChange: (facts: PersonFacts) => void;
  workspaces: readonly Pick<Workspace, "id" | "name">[];
  /** between the names and the role */
  children?: ReactNode;
};

/** Names, role and workspaces of a person. */
export function FactsFields({ facts, onChange, workspaces, children }: FactsFieldsProps) {
  const group = useId();
  const { firstName, lastName, role, workspaceIds } = facts;
  return (
    <>
      <FormRow label={t("people.form.name")}>
        <div className="grid grid-cols-2 gap-2">
          <TextInput
            label={t("people.form.firstName")}
            hideLabel
            placeholder={t("people.form.firstName")}
            value={firstName}
            onChange={(text) => onChange({ ...facts, firstName: text })}
            autoComplete="off"
            autoFocus
          />
          <TextInput
            label={t("people.form.lastName")}
            hideLabel
            placeholder={t("people.form.lastName")}
            value={lastName ?? ""}
            onChange={(text) => onChange({ ...facts, lastName: text === "" ? null : text })}
            autoComplete="off"
          />
        </div>
      </FormRow>
      {children}
      <FormRow label={t("people.form.role")} id={group}>
        <div role="radiogroup" aria-labelledby={group} className="py-1.5">
          {ROLES.toReversed().map((one) => (
            <Choice
              key={one}
              group={group}
              checked={role === one}
              onChoose={() => onChange({ ...facts, role: one })}
              label={t(`people.form.${one}`)}
              help={t(`people.form.${one}Note`)}
            />
          ))}
        </div>
      </FormRow>
      <FormRow label={t("people.form.workspaces")}>
        {role === "owner" ? (
          <p className="py-1.5">{t("people.form.allWorkspaces")}</p>
        ) : (
          <WorkspacesField
            workspaces={workspaces}
            chosen={workspaceIds}
            onChange={(ids) => onChange({ ...facts, workspaceIds: ids })}
          />
        )}
      </FormRow>
    </>
  );
}
