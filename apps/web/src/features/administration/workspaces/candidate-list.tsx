import { fullName } from "@postil/domain/accounts/full-name";
import type { Person } from "@postil/domain/accounts/people";
import { t } from "i18next";
import { CornerDownLeft, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { cx } from "../../../ui/cx.ts";
import { floatingClass } from "../../../ui/floating-class.ts";
import { Icon } from "../../../ui/icon.tsx";

type CandidateListProps = {
  id: string;
  people: readonly Person[];
  text: string;
  /** the one that Enter takes; behind the last it is somebody new; null: they are still to come */
  at: number | null;
  onChoose: (place: number) => void;
  /** above them, and said by the box: that there are none; empty: there are */
  note: string;
};

/** Who can be added, under the box that looks for them. */
export function CandidateList({ id, people, text, at, onChoose, note }: CandidateListProps) {
  const option = (place: number, contents: ReactNode) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's, which keeps the focus
    <div
      key={place}
      id={`${id}-${place}`}
      role="option"
      aria-selected={place === at}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(place)}
      className={cx(
        "flex min-h-10 cursor-pointer items-center gap-2 rounded-control px-2 hover:bg-hover",
        place === at && "bg-accent-fill fill-ring",
      )}
    >
      {contents}
    </div>
  );
  return (
    <div className={cx(floatingClass, "absolute top-full right-0 z-10 mt-1 w-full p-1")}>
      {note !== "" && (
        <p aria-hidden="true" className="px-2 py-2 text-soft">
          {note}
        </p>
      )}
      <div id={id} role="listbox" aria-label={t("workspaces.addMember.people")}>
        {people.map((person, place) =>
          option(
            place,
            <>
              <b className="truncate font-strong">
                <Found name={fullName(person)} text={text} />
              </b>
              <span translate="no" className="truncate text-soft">
                {person.username}
              </span>
              <span className="ml-auto text-soft">{t(`common.role.${person.role}`)}</span>
              {place === at && <Icon of={CornerDownLeft} size={14} className="text-soft" />}
            </>,
          ),
        )}
        {option(
          people.length,
          <>
            <Icon of={UserPlus} className="text-soft" />
            {t("workspaces.addMember.new")}
          </>,
        )}
      </div>
    </div>
  );
}

/** What was typed is underlined where the name has it. */
function Found({ name, text }: { name: string; text: string }) {
  const wanted = text.trim().toLocaleLowerCase(LOCALE);
  const start = wanted === "" ? -1 : name.toLocaleLowerCase(LOCALE).indexOf(wanted);
  if (start < 0) return name;
  const end = start + wanted.length;
  return (
    <>
      {name.slice(0, start)}
      <u className="decoration-2 decoration-accent underline-offset-3">{name.slice(start, end)}</u>
      {name.slice(end)}
    </>
  );
}
