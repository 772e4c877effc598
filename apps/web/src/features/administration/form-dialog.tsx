import { asObject } from "@postil/domain/json-object";
import { useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { type ComponentProps, type FormEvent, type ReactNode, type Ref, useCallback, useState } from "react";
import { errorMessage, failureOf } from "../../lib/api/failure.ts";
import { notify } from "../../lib/toasts/store.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { InlineError } from "../../ui/no-content.tsx";
import { useTypedDialog } from "../../ui/settings/unsaved.ts";
import { Waiting } from "../../ui/settings/waiting.tsx";

type PlacedDialogProps = Pick<ComponentProps<typeof Dialog>, "title" | "role" | "footer" | "children"> & {
  onClose: () => void;
  /** px */
  width?: number;
};

/** A dialog of the administration, in the place of the table (design/administration.md). */
export function PlacedDialog({ onClose, width = 600, ...rest }: PlacedDialogProps) {
  return <Dialog onClose={onClose} width={width} top={148} {...rest} />;
}

/** What went wrong, below the contents of a dialog; nothing for null. */
export function DialogFailure({ message }: { message: string | null }) {
  if (message === null) return null;
  return (
    <div className="mt-4">
      <InlineError message={message} />
    </div>
  );
}

type ListDialogProps = Pick<PlacedDialogProps, "title" | "width" | "onClose" | "children"> & {
  note: string;
  /** the list, as a query has it */
  list: { readonly data: unknown; readonly isError: boolean; readonly refetch: () => unknown };
  /** what is said if the list does not come */
  missing: string | null;
  /** why something else failed; `gone`: the subject is deleted */
  failed?: string | null;
  gone?: string | null;
  /** a button beside the one that closes */
  action?: ReactNode;
  /** the part with the list, which can take the focus */
  place?: Ref<HTMLDivElement>;
};

/** A dialog with a list that is loaded when it opens. */
export function ListDialog(props: ListDialogProps) {
  const {
    title,
    width = 640,
    note,
    list,
    missing,
    failed = null,
    gone = null,
    action,
    place,
    onClose,
    children,
  } = props;
  const { data, isError, refetch } = list;
  return (
    <PlacedDialog
      {...{ title, width, onClose }}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t("forms.close")}
          </Button>
          {action}
        </>
      }
    >
      <div ref={place} tabIndex={-1} className="px-6 outline-none">
        <p className="mb-3 text-soft wrap-anywhere">{note}</p>
        {isError && gone === null && missing !== null && (
          <InlineError message={missing} onRetry={() => void refetch()} />
        )}
        {data === undefined && !isError && <Waiting />}
        {children}
        <DialogFailure message={gone ?? failed} />
      </div>
    </PlacedDialog>
  );
}

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

/** A form in a dialog. Nothing that was typed into it is lost by accident. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, danger = false, gone = null, entered = "", onSubmit, onClose, instead, children } = props;
  const { isAsked, leave } = useTypedDialog(entered, onClose);
  const refused = useRefusal(props.failed, entered);
  const resting = props.resting || gone !== null;
  const failed = gone ?? refused;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!resting) onSubmit();
  };
  return (
    <PlacedDialog title={title} onClose={leave}>
      <form onSubmit={send} className="px-6 pb-5">
        {children}
        <DialogFailure message={failed} />
        <p role="status" className="mt-4 text-soft empty:mt-0">
          {isAsked && t("unsaved.once")}
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
    </PlacedDialog>
  );
}

/** A refusal belongs to the sent input: it disappears with the next change. */
function useRefusal(failed: string | null, entered: string): string | null {
  const [told, setTold] = useState({ failed, entered });
  if (told.failed !== failed) setTold({ failed, entered });
  return told.entered === entered ? failed : null;
}

/** The message for a failed call, in the server's words if they are meant for people. */
export function sayFailure(error: unknown): string {
  const failure = failureOf(error);
  if (failure === null) throw error;
  if (failure.status === null) return t("administration.unreached");
  if (failure.status === 403) return t("administration.refused");
  const detail = asObject(failure.body)?.detail;
  return typeof detail === "string" ? detail.replaceAll(/`([^`]*)`/g, "“$1”") : errorMessage(failure).lines.join(" ");
}

/** Runs a call. If it is refused with this status, it counts as done: another user was faster. */
export async function orDone(call: Promise<unknown>, status: 404 | 409): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (failureOf(error)?.status !== status) throw error;
  }
}

/** A call of a dialog: if it is running, and the message if it failed. */
export function useAction() {
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const [isConflict, setConflict] = useState(false);
  /** The result of the call; null means that it failed and the message is set. */
  async function run<Value>(call: () => Promise<Value>): Promise<{ readonly value: Value } | null> {
    setBusy(true);
    setFailed(null);
    try {
      return { value: await call() };
    } catch (error) {
      setFailed(sayFailure(error));
      const status = failureOf(error)?.status;
      setConflict(status === 409);
      // The subject is deleted: the refreshed list shows this better than the refusal.
      if (status === 404) refresh();
      return null;
    } finally {
      setBusy(false);
    }
  }
  return { busy, failed, isConflict, run, setFailed };
}

type Submit<Value> = {
  call: () => Promise<Value>;
  done: (value: Value) => string;
  onChanged?: () => void;
  onClose: () => void;
};

/** The button of a dialog: makes the call, shows the success message, refreshes the list and closes the dialog. */
export function useSubmit<Value>({ call, done, onChanged, onClose }: Submit<Value>) {
  const { busy, failed, isConflict, run, setFailed } = useAction();
  const submit = async () => {
    const made = await run(call);
    if (made === null) return;
    notify({ message: done(made.value) });
    onChanged?.();
    onClose();
  };
  /** `form`: the props for a `FormDialog`. */
  return { busy, isConflict, setFailed, form: { failed, onSubmit: () => void submit(), onClose } };
}

/** Returns a function that, after a change, loads everything again that names users, workspaces or members. */
export function useRefresh(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    for (const queryKey of [["workspaces"], ["people"], ["datasets"]]) void client.invalidateQueries({ queryKey });
  }, [client]);
}
