import { PASSWORD } from "@postil/domain/datasets/names";
import { t } from "i18next";
import { useId } from "react";
import "../../../lib/i18n/invite-links-texts.ts";
import { Choice } from "../../../ui/choice.tsx";
import { FormRow } from "./form-row.tsx";
import { NewPasswordField } from "./new-password-field.tsx";

type FirstSignInProps = {
  /** null: by a link */
  password: string | null;
  onChange: (password: string | null) => void;
};

/** How somebody who is added comes in: by a link, or with a password that is set for them. */
export function FirstSignIn({ password, onChange }: FirstSignInProps) {
  const group = useId();
  return (
    <>
      <FormRow label={t("inviteLinks.firstSignIn")} id={group}>
        <div role="radiogroup" aria-labelledby={group} className="py-1.5">
          <Choice
            group={group}
            checked={password === null}
            onChoose={() => onChange(null)}
            label={t("inviteLinks.byLink")}
            help={t("inviteLinks.byLinkNote")}
          />
          <Choice
            group={group}
            checked={password !== null}
            onChoose={() => onChange("")}
            label={t("inviteLinks.byPassword")}
            help={t("inviteLinks.byPasswordNote", { count: PASSWORD.min })}
          />
        </div>
      </FormRow>
      {password !== null && (
        <FormRow label={t("people.form.password")}>
          <NewPasswordField value={password} onChange={onChange} focus />
        </FormRow>
      )}
    </>
  );
}
