import { t } from "i18next";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useState } from "react";
import "../../lib/i18n/en/session.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Field } from "./field.tsx";

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, "label" | "type" | "end" | "remark">;

/** The password: can be shown, and says when Caps Lock is on (AUT-13, design/sign-in.md). */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  return (
    <Field
      autoComplete="current-password"
      {...props}
      label={t("session.signIn.password")}
      remark={capsLock ? t("session.signIn.capsLock") : undefined}
      type={shown ? "text" : "password"}
      autoCapitalize="off"
      spellCheck={false}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      onBlur={() => setCapsLock(false)}
      end={
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={t(shown ? "session.signIn.hidePassword" : "session.signIn.showPassword")}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
