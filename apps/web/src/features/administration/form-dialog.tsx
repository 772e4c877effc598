import { t } from "i18next";
import { type FormEvent, type ReactNode, useState } from "react";
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
  /**
   * What was filled in so far, as a value that `===` compares: nobody loses it in passing. Left out where there is nothing to
   * lose, as in what is typed to confirm that something goes.
   */
  entered?: string;
  /** what it is about is no longer there: nothing can be sent, and this says why */
  gone?: string | null;
  onSubmit: () => void;
  onClose: () => void;
  /** at the other end of the foot */
  instead?: ReactNode;
  children: ReactNode;
};

/** A form of the administration, in the place where the table is (design/administration.md). */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, danger = false, gone = null, entered = "", onSubmit, onClose, instead, children } = props;
  const { isAsked, leave } = useLeave(entered, onClose);
  const refused = useRefusal(props.failed, entered);
  const resting = props.resting || gone !== null;
  const failed = gone ?? refused;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!resting) onSubmit();
  };
  return (
    <Dialog isOpen onOpenChange={(open) => !open && leave()} title={title} width={600} top={148}>
      <form onSubmit={send} className="px-6 pb-5">
        {children}
        {failed !== null && (
          <div className="mt-4">
            <InlineError message={failed} />
          </div>
        )}
        <p role="status" className="mt-4 text-soft empty:mt-0">
          {isAsked && t("administration.entered")}
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

/**
 * Escape and a click outside close at once while nothing was filled in, else the second time; Cancel is pressed by nobody in
 * passing.
 */
function useLeave(entered: string, onClose: () => void) {
  const [first] = useState(entered);
  const [askedOver, setAskedOver] = useState<string | null>(null);
  const isAsked = askedOver === entered;
  const leave = () => (entered === first || isAsked ? onClose() : setAskedOver(entered));
  return { isAsked, leave };
}

/** A refusal is of what was sent: it goes with the next letter. */
function useRefusal(failed: string | null, entered: string): string | null {
  const [told, setTold] = useState({ failed, entered });
  if (told.failed !== failed) setTold({ failed, entered });
  return told.entered === entered ? failed : null;
}
