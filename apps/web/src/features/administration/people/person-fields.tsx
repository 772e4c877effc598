import type { PersonFacts } from "@postil/domain/accounts/people";
import { mayGiveRole } from "@postil/domain/accounts/policies";
import { ROLES, type Role, type Workspace } from "@postil/domain/accounts/users";
import { PASSWORD } from "@postil/domain/datasets/names";
import { characters } from "@postil/domain/text/characters";
import { t } from "i18next";
import { Plus, X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import "../../../lib/i18n/en/people.ts";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { judgePassword } from "../../../lib/session/judge-password.ts";
import { passwordRules } from "../../../lib/session/sign-in-rules.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckList } from "../../../ui/check-list.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { useFocusKept } from "../../../ui/focus.ts";
import { Choice, TextInput } from "../../../ui/form-controls.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Popover } from "../../../ui/popover.tsx";

/** A line of a user's form: its label in a column of 120 px, above the field on a phone. */
export function FormRow({ label, id, children }: { label: string; id?: string; children: ReactNode }) {
  return (
    <div className="mt-3 grid grid-cols-[120px_minmax(0,1fr)] items-start gap-x-0 first:mt-2 max-[640px]:grid-cols-1">
      <span id={id} className="py-1.5 text-soft">
        {label}
      </span>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

type FactsFieldsProps = {
  facts: PersonFacts;
  onChange: (facts: PersonFacts) => void;
  workspaces: readonly Pick<Workspace, "id" | "name">[];
  /** who gives the role; absent: an owner */
  giver?: { readonly role: Role };
  /** between the names and the role */
  children?: ReactNode;
};

/** The roles that somebody may give, the least first (ROL-16). */
export const rolesFrom = (giver: { readonly role: Role }): readonly Role[] =>
  ROLES.toReversed().filter((role) => mayGiveRole(giver, role));

export function FactsFields({ facts, onChange, workspaces, giver = { role: "owner" }, children }: FactsFieldsProps) {
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
          {rolesFrom(giver).map((one) => (
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

type WorkspacesFieldProps = {
  workspaces: readonly Pick<Workspace, "id" | "name">[];
  chosen: readonly string[];
  onChange: (ids: readonly string[]) => void;
};

const finds = (query: string) => {
  const wanted = query.toLocaleLowerCase(LOCALE);
  return (text: string) => text.toLocaleLowerCase(LOCALE).includes(wanted);
};

/** The workspaces of a user: a badge for each, and a list of all to tick. */
function WorkspacesField({ workspaces, chosen, onChange }: WorkspacesFieldProps) {
  const field = useRef<HTMLDivElement>(null);
  useFocusKept(field, chosen.length);
  const names = new Map(workspaces.map(({ id, name }) => [id, name]));
  const items = workspaces.map(({ id, name }) => ({ value: id, text: name, count: null }));
  const without = (id: string) => chosen.filter((other) => other !== id);
  return (
    <div
      ref={field}
      className="flex min-h-control flex-wrap items-center gap-1 rounded-control border border-edge bg-surface p-0.5"
    >
      {chosen.map((id) => (
        <span
          key={id}
          className="inline-flex h-6 max-w-full items-center rounded-key border border-line bg-sunken pl-2 text-small max-md:h-11"
        >
          <span translate="no" className="truncate">
            {names.get(id) ?? id}
          </span>
          <button
            type="button"
            aria-label={t("people.form.removeWorkspace", { workspace: names.get(id) ?? id })}
            onClick={() => onChange(without(id))}
            className="grid size-6 flex-none place-items-center rounded-key text-soft hover:text-ink max-md:size-11"
          >
            <Icon of={X} size={12} />
          </button>
        </span>
      ))}
      <Popover
        label={t("people.form.workspaces")}
        trigger={
          <Button variant="ghost" size="compact" icon={Plus}>
            {t(chosen.length === 0 ? "people.form.addFirst" : "people.form.addWorkspace")}
          </Button>
        }
      >
        <Opened>
          <CheckList
            label={t("people.form.workspaces")}
            items={items}
            chosen={chosen}
            onToggle={(id, on) => onChange(on ? [...chosen, id] : without(id))}
            most={Number.POSITIVE_INFINITY}
            finds={finds}
            texts={{
              find: t("people.form.findWorkspace"),
              nothingFound: t("people.form.noWorkspaces"),
              most: t("people.form.allChosen"),
              found: (count, total) => t("people.form.found", { count, total }),
            }}
            number={String}
          />
        </Opened>
      </Popover>
    </div>
  );
}

/**
 * If a key opened the list, the focus moves into it, for typing or ticking; on touch this would open the keyboard. The dialog
 * around it takes the focus later, and only if no element inside has it.
 */
function Opened({ children }: { children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement?.matches(":focus-visible"))
      // The list is not positioned yet, so nothing may scroll to it.
      list.current?.querySelector("input")?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={list} className="w-64 p-2">
      {children}
    </div>
  );
}

type FirstSignInProps = {
  /** those of the person */
  names: readonly string[];
  /** null means by a link */
  password: string | null;
  onChange: (password: string | null) => void;
};

/** The first sign-in of a new user: by a link, or with a given password. */
export function FirstSignIn({ password, names, onChange }: FirstSignInProps) {
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
            help={t("inviteLinks.byPasswordNote", { count: passwordRules().min })}
          />
        </div>
      </FormRow>
      {password !== null && (
        <FormRow label={t("people.form.password")}>
          <NewPasswordField value={password} names={names} onChange={onChange} />
        </FormRow>
      )}
    </>
  );
}

/** Legible characters that cannot be confused with each other. */
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
const GROUPS = 4;

/** "h7kd-m2xq-9pfa-wz4t": 78 bits, easy to read out. */
const madeUp = (): string =>
  Array.from({ length: GROUPS }, () =>
    [...crypto.getRandomValues(new Uint8Array(GROUPS))].map((byte) => LETTERS[byte % LETTERS.length]).join(""),
  ).join("-");

type NewPasswordFieldProps = { value: string; names: readonly string[]; onChange: (text: string) => void };

/** A password for another user, who must be told: it is shown as plain text. */
export function NewPasswordField({ value, names, onChange }: NewPasswordFieldProps) {
  const tooLong = characters(value) > PASSWORD.max;
  return (
    <TextInput
      label={t("people.form.password")}
      hideLabel
      value={value}
      onChange={onChange}
      error={
        tooLong
          ? t("people.form.passwordTooLong", { count: PASSWORD.max })
          : (judgePassword(value, names).told ?? undefined)
      }
      hint={t("people.form.passwordHint", { count: passwordRules().min })}
      autoComplete="new-password"
      autoCapitalize="off"
      spellCheck={false}
      autoFocus
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
