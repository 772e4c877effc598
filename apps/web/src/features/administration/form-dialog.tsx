import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { InlineError } from "../../ui/inline-error.tsx";

type FormDialogProps = {
  title: string;
  submit: string;
  /** it takes something away for good */
  danger?: boolean;
  /** what is asked for is not there yet, or is on its way */
  resting: boolean;
  failed: string | null;
  /** what it is about is no longer there: nothing can be sent, and this says why */
  gone?: string | null;
  onSubmit: () => void;
  onClose: () => void;
  /** at the other end of the foot */
  instead?: ReactNode;
  children: ReactNode;
};

/**
 * A form of the administration, in the place where the table is (design/administration.md). Escape and a click outside close it at
 * once while nothing was typed, else the second time; Cancel is pressed by nobody in passing.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, danger = false, gone = null, onSubmit, onClose, instead, children } = props;
  const { t } = useTranslation();
  const [state, setState] = useState<"untouched" | "typed" | "asked">("untouched");
  const leave = () => (state === "typed" ? setState("asked") : onClose());
  const resting = props.resting || gone !== null;
  const failed = gone ?? props.failed;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!resting) onSubmit();
  };
  return (
    <Dialog isOpen onOpenChange={(open) => !open && leave()} title={title} width={600} top={148}>
      {/* What is typed to confirm that something goes is no loss. */}
      <form onSubmit={send} onChange={danger ? undefined : () => setState("typed")} className="px-6 pb-5">
        {children}
        {failed !== null && (
          <div className="mt-4">
            <InlineError message={failed} />
          </div>
        )}
        <p role="status" className="mt-4 text-soft empty:mt-0">
          {state === "asked" && t("administration.typed")}
        </p>
        <div className="mt-5 flex flex-wrap items-center justify-end gap-2">
          {instead !== undefined && <span className="mr-auto -ml-2">{instead}</span>}
          <Button variant="quiet" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" variant={danger ? "danger" : "primary"} disabled={resting}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
