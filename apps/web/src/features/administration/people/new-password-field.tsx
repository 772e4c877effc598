import { PASSWORD } from "@postil/domain/datasets/names";
import { characters } from "@postil/domain/text/characters";
import { t } from "i18next";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { TextInput } from "../../../ui/text-input.tsx";

/** Legible ones: nothing that is taken for something else. */
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
const GROUPS = 4;

/** "h7kd-m2xq-9pfa-wz4t": 78 bits, to be read out. */
const madeUp = (): string =>
  Array.from({ length: GROUPS }, () =>
    [...crypto.getRandomValues(new Uint8Array(GROUPS))].map((byte) => LETTERS[byte % LETTERS.length]).join(""),
  ).join("-");

/** A password for somebody else, who has to be told: it is written to be read. */
export function NewPasswordField({
  value,
  onChange,
  focus = false,
}: {
  value: string;
  onChange: (text: string) => void;
  focus?: boolean;
}) {
  const tooLong = characters(value) > PASSWORD.max;
  return (
    <TextInput
      label={t("people.form.password")}
      hideLabel
      value={value}
      onChange={onChange}
      error={tooLong ? t("people.form.passwordTooLong", { count: PASSWORD.max }) : undefined}
      hint={t("people.form.passwordHint", { count: PASSWORD.min })}
      autoComplete="new-password"
      autoCapitalize="off"
      spellCheck={false}
      autoFocus={focus}
      end={
        <>
          {value !== "" && <CopyButton text={value} what={t("people.form.password").toLowerCase()} />}
          <Button variant="ghost" size="compact" onClick={() => onChange(madeUp())} className="-mr-2">
            {t("people.form.makeUp")}
          </Button>
        </>
      }
    />
  );
}
