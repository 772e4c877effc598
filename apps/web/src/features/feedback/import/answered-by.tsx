import { MOST_NAMES } from "@postil/contract/datasets/upload-wish";
import type { WireFileColumn, WireUnderstanding } from "@postil/contract/datasets/uploads";
import { t } from "i18next";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { Button } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/form-controls.tsx";
import { Doubt, Pick } from "./parts.tsx";
import { holdsAnswers, type Role, type Said } from "./said.ts";
import type { Change } from "./say.ts";

/** Whose the answers in a file are: nothing is stored under the name of somebody else (IMP-08). */

/** Somebody of the workspace. */
export type Person = { readonly username: string; readonly fullName: string };

const personText = ({ username, fullName }: Person): string =>
  fullName === username ? username : `${fullName} (${username})`;

type AnswerRole = Extract<Role, { readonly kind: "question" | "answer" }>;

type ByProps = {
  column: string;
  role: AnswerRole;
  columns: readonly WireFileColumn[];
  people: readonly Person[];
  onRole: (role: Role) => void;
};

/** One person, or the column that names them. */
export function AnsweredBy({ column, role, columns, people, onRole }: ByProps) {
  const { by } = role;
  const naming = columns.filter(
    ({ name, different, unfit }) =>
      name !== column && different !== null && different <= MOST_NAMES && !unfit.some(({ kind }) => kind === "field"),
  );
  return (
    <fieldset className="mt-3">
      <legend className="mb-1 text-small text-soft">{t("importing.answers.whose")}</legend>
      <div className="max-h-60 overflow-y-auto">
        {naming.map(({ name }) => (
          <Choice
            key={`column ${name}`}
            group={`answers of ${column}`}
            checked={by?.kind === "column" && by.column === name}
            onChoose={() => onRole({ ...role, by: { kind: "column", column: name } })}
            label={<span className="wrap-anywhere">{t("importing.answers.byColumn", { column: name })}</span>}
          />
        ))}
        {people.map((person) => (
          <Choice
            key={`person ${person.username}`}
            group={`answers of ${column}`}
            checked={by?.kind === "person" && by.username === person.username}
            onChoose={() => onRole({ ...role, by: { kind: "person", username: person.username } })}
            label={
              <bdi translate="no" className="wrap-anywhere">
                {personText(person)}
              </bdi>
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

/** The names in the file that are nobody's of the workspace, and the person that each was said to be. */
function strangersIn(said: Said, { people: names }: WireUnderstanding, people: readonly Person[]) {
  const known = new Set(people.map(({ username }) => username));
  return names
    .filter(({ name }) => !known.has(name))
    .map(({ name, count }) => ({ name, count, is: said.people.get(name) }));
}

/** Names that nobody has settled yet. A person who is not in the workspace that was chosen settles nothing. */
export function unsettledNames(said: Said, shown: WireUnderstanding, people: readonly Person[]): readonly string[] {
  const known = new Set(people.map(({ username }) => username));
  const isNobody = (username: string | null | undefined) =>
    username === undefined || (username !== null && !known.has(username));
  const chosen = [...(said.roles?.values() ?? [])].flatMap((role) =>
    holdsAnswers(role) && role.by?.kind === "person" ? [role.by.username] : [],
  );
  return [
    ...strangersIn(said, shown, people)
      .filter(({ is }) => isNobody(is))
      .map(({ name }) => name),
    ...chosen.filter(isNobody),
  ];
}

const nameText = (name: string): string => (name === "" ? t("importing.answers.noName") : name);
export const namesText = (names: readonly string[]): string =>
  `${names.slice(0, SHOWN).map(nameText).join(", ")}${names.length > SHOWN ? ", …" : ""}`;
const SHOWN = 5;

const NOBODY = "nobody";
const LEFT_OUT = "left out";

type NamesProps = {
  said: Said;
  shown: WireUnderstanding;
  people: readonly Person[];
  onChange: (change: Change) => void;
};

/** The names that say whose answers there are, with their rows. Each that is nobody's is settled here. */
export function NamesInFile({ said, shown, people, onChange }: NamesProps) {
  const strangers = strangersIn(said, shown, people);
  const known = shown.people.length - strangers.length;
  if (shown.people.length === 0) return null;
  const unsettled = unsettledNames(said, shown, people);
  const choices = [
    { value: NOBODY, label: t("importing.answers.choose") },
    { value: LEFT_OUT, label: t("importing.answers.leaveOut") },
    ...people.map((person) => ({ value: `=${person.username}`, label: personText(person) })),
  ];
  const say = (name: string, value: string) =>
    onChange({
      of: "people",
      people: [[name, value === NOBODY ? undefined : value === LEFT_OUT ? null : value.slice(1)]],
    });
  return (
    <section aria-label={t("importing.answers.names")} className="mt-3">
      <h3 className="font-strong">{t("importing.answers.names")}</h3>
      {known > 0 && <p className="text-soft">{t("importing.answers.known", { count: known })}</p>}
      {unsettled.length > 0 && <Doubt text={t("importing.answers.unsettled", { names: namesText(unsettled) })} />}
      {strangers.length > 0 && (
        <ul className="max-h-80 overflow-y-auto">
          {strangers.map(({ name, count, is }) => (
            <li key={name} className="flex min-h-10 flex-wrap items-center gap-2 border-line border-b py-1">
              <bdi translate="no" className="min-w-0 wrap-anywhere">
                {nameText(name)}
              </bdi>
              <span className="text-soft tabular-nums">{t("forms.rows", { count })}</span>
              <span className="ml-auto">
                <Pick
                  label={t("importing.answers.is", { name: nameText(name) })}
                  value={is === undefined ? NOBODY : is === null ? LEFT_OUT : `=${is}`}
                  choices={choices}
                  onChoose={(value) => say(name, value)}
                  className="w-56"
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {strangers.filter(({ is }) => is === undefined).length > 1 && (
        <Button
          variant="quiet"
          size="compact"
          className="mt-1"
          onClick={() =>
            onChange({
              of: "people",
              people: strangers.filter(({ is }) => is === undefined).map(({ name }) => [name, null]),
            })
          }
        >
          {t("importing.answers.leaveOthers", {
            rows: strangers
              .reduce((sum, { is, count }) => sum + (is === undefined ? count : 0), 0)
              .toLocaleString(LOCALE),
          })}
        </Button>
      )}
    </section>
  );
}
