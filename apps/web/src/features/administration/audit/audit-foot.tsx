import { AUDIT_DAYS } from "@postil/domain/accounts/audit";
import { t } from "i18next";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { useEffect, useRef } from "react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { CONTENT_ID } from "../../../ui/layouts/frame.tsx";
import { announce } from "../../../ui/live-region.tsx";

type AuditFootProps = {
  /** the entries shown, how many come before them, and how many there are */
  page: { readonly entries: readonly { readonly key: number }[]; readonly before: number; readonly found: number };
  onNewer: () => void;
  /** those after the entry of this key */
  onOlder: (last: number) => void;
};

/** Which entries these are, the way to others, and for how long they are kept. */
export function AuditFoot({ page: { entries, before, found }, onNewer, onOlder }: AuditFootProps) {
  const to = before + entries.length;
  const last = entries.at(-1)?.key;
  const isAll = before === 0 && to === found;
  const place = isAll ? t("audit.all", { total: found }) : t("audit.place", { from: before + 1, to, total: found });
  const turn = useTurnedPage(place);
  return (
    <footer className="-mx-6 sticky bottom-0 mt-auto flex min-h-10 flex-wrap items-center gap-1 border-line border-t bg-paper px-6 text-soft tabular-nums max-md:static max-md:-mx-4 max-md:px-4 max-md:py-2">
      <span className="mr-1">{place}</span>
      {!isAll && (
        <>
          <IconButton icon={ArrowLeft} label={t("audit.newer")} disabled={before === 0} onClick={() => turn(onNewer)} />
          <IconButton
            icon={ArrowRight}
            label={t("audit.older")}
            disabled={last === undefined || to >= found}
            onClick={() => turn(() => last !== undefined && onOlder(last))}
          />
        </>
      )}
      <span className="ml-auto max-md:ml-0">{t("audit.keeping", { days: AUDIT_DAYS })}</span>
    </footer>
  );
}

/** Another page is read from its beginning, and it is said which it is. */
function useTurnedPage(place: string): (move: () => void) => void {
  const isTurned = useRef(false);
  useEffect(() => {
    if (!isTurned.current) return;
    isTurned.current = false;
    announce(place);
    document.getElementById(CONTENT_ID)?.scrollTo(0, 0);
  }, [place]);
  return (move) => {
    isTurned.current = true;
    move();
  };
}
