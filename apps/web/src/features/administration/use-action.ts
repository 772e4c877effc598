import { asObject } from "@postil/domain/json-object";
import { t } from "i18next";
import { useState } from "react";
import { errorMessage } from "../../lib/api/error-lines.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { notify } from "../../lib/toasts/store.ts";
import { useRefresh } from "./use-refresh.ts";

/** What a call that failed is told as where it was made, in the server's words where those are for people. */
export function sayFailure(error: unknown): string {
  const failure = failureOf(error);
  if (failure === null) throw error;
  if (failure.status === null) return t("administration.unreached");
  if (failure.status === 403) return t("administration.refused");
  const detail = asObject(failure.body)?.detail;
  return typeof detail === "string" ? detail.replaceAll(/`([^`]*)`/g, "“$1”") : errorMessage(failure).lines.join(" ");
}

/** A call; refused with this status it is done already: somebody else was quicker. */
export async function orDone(call: Promise<unknown>, status: 404 | 409): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (failureOf(error)?.status !== status) throw error;
  }
}

/** A call that a dialog makes: whether it is on its way, and what became of it when it failed. */
export function useAction() {
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const [isConflict, setConflict] = useState(false);
  /** What the call came to; null: it failed, and that is said. */
  const run = async <Value>(call: () => Promise<Value>): Promise<{ readonly value: Value } | null> => {
    setBusy(true);
    setFailed(null);
    try {
      return { value: await call() };
    } catch (error) {
      setFailed(sayFailure(error));
      const status = failureOf(error)?.status;
      setConflict(status === 409);
      // What it was about is gone: the list hears of it, and says more than the refusal does.
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
  /** the sentence that it is done */
  done: (value: Value) => string;
  onChanged?: () => void;
  onClose: () => void;
};

/** The button of a dialog: makes the call, says that it is done, has the list asked for anew and closes the dialog. */
export function useSubmit<Value>({ call, done, onChanged, onClose }: Submit<Value>) {
  const { busy, failed, isConflict, run, setFailed } = useAction();
  const submit = async () => {
    const made = await run(call);
    if (made === null) return;
    notify({ message: done(made.value) });
    onChanged?.();
    onClose();
  };
  /** `form`: for a `FormDialog`. */
  return { busy, isConflict, setFailed, form: { failed, onSubmit: () => void submit(), onClose } };
}
