import "../../lib/i18n/en/sign-in.ts";
import { t } from "i18next";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { inputFrameClass } from "../../ui/cx.ts";

type FieldProps = Omit<ComponentProps<"input">, "onChange" | "value"> & {
  label: string;
  /** at the end of the label's line */
  remark?: ReactNode;
  value: string;
  onChange: (text: string) => void;
  /** inside the frame, at the right */
  end?: ReactNode;
};

/** A field of the sign-in form: 40 px high, with its label above, and room for a remark beside the label. */
export function Field({ label, remark, value, onChange, end, ...rest }: FieldProps) {
  const id = useId();
  return (
    <div className="mb-4">
      <div className="mb-1 flex justify-between gap-2">
        <label htmlFor={id}>{label}</label>
        <span role="status" className="text-soft">
          {remark}
        </span>
      </div>
      <div className={`${inputFrameClass} h-10 border-edge pr-1 pl-3 max-md:h-11`}>
        <input
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="h-full min-w-0 flex-1 bg-transparent outline-0"
          {...rest}
        />
        {end}
      </div>
    </div>
  );
}

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, "label" | "type" | "end" | "remark">;

/** The password: it can be shown, and a remark warns if Caps Lock is on (AUT-13, design/sign-in.md). */
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
