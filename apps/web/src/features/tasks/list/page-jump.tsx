import { t } from "i18next";
import { useState } from "react";
import { inputFrameClass } from "../../../ui/input-frame.ts";

/** Goes to a page by its number; one beyond the last goes there. */
export function PageJump({ last, onPage }: { last: number; onPage: (page: number) => void }) {
  const [typed, setTyped] = useState("");
  const page = Math.min(last, Math.max(1, Number(typed)));
  return (
    <form
      className="ml-2 @max-[760px]/pages:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== "") onPage(page);
        setTyped("");
      }}
    >
      <input
        inputMode="numeric"
        aria-label={t("tasks.pages.jump")}
        placeholder={t("tasks.pages.jump")}
        value={typed}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, "").slice(0, 6))}
        className={`${inputFrameClass} h-7 w-24 border-edge px-2 text-small`}
      />
    </form>
  );
}
