import { asObject } from "@postil/domain/json-object";
import { t } from "i18next";
import { useState } from "react";
import { errorMessage } from "../../lib/api/error-lines.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { notify } from "../../lib/toasts/store.ts";
import { useRefresh } from "./use-refresh.ts";

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
  const run = async <Value>(call: () => Promise<Value>): Promise<{ readonly value: Value } | null> => {
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
  };
  return { busy, failed, isConflict, run, setFailed };
}

type Submit<Value> = {
  call: () => Promise<Value>;
  /** the success message */
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
