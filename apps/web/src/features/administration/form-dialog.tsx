import { t } from "i18next";
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { InlineError } from "../../ui/inline-error.tsx";

type FormDialogProps = {
  title: string;
  submit: string;
  /** true if the action deletes something permanently */
  danger?: boolean;
  /** true if the form is incomplete or is being sent */
  resting: boolean;
  failed: string | null;
  /**
   * The current input as a value that `===` can compare, so that it is not lost by accident. Left out if there is nothing to
   * lose, such as a name typed to confirm a deletion.
   */
  entered?: string;
  /** the message if the subject of the form no longer exists; nothing can be sent then */
  gone?: string | null;
  onSubmit: () => void;
  onClose: () => void;
  /** at the other end of the footer */
  instead?: ReactNode;
  children: ReactNode;
};

/** A form of the administration, in the place of the table (design/administration.md). */
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

/** Escape and a click outside close at once if nothing was changed, else only the second time. Cancel always closes. */
function useLeave(entered: string, onClose: () => void) {
  const [first] = useState(entered);
  const [askedOver, setAskedOver] = useState<string | null>(null);
  const isAsked = askedOver === entered;
  const leave = () => (entered === first || isAsked ? onClose() : setAskedOver(entered));
  return { isAsked, leave };
}

/** A refusal belongs to the sent input: it disappears with the next change. */
function useRefusal(failed: string | null, entered: string): string | null {
  const [told, setTold] = useState({ failed, entered });
  if (told.failed !== failed) setTold({ failed, entered });
  return told.entered === entered ? failed : null;
}
