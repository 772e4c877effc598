import type { WireUpload } from "@postil/contract/datasets/uploads";
import { timeFromWire } from "@postil/contract/wire/mapping";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import "../../../lib/api/manager-routes.ts";
import { api } from "../../../lib/api/api.ts";
import { uploadsQuery } from "../../../lib/api/queries/uploads.ts";
import { sizeText } from "../../../lib/i18n/size-text.ts";
import { useUser } from "../../../lib/session/store.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { RelativeTime } from "../../../ui/time.tsx";
import { failureText } from "./failure-text.ts";
import { forgetOldSaid, forgetSaid, isSaidKept } from "./kept-said.ts";
import { focusTitle } from "./parts.tsx";

type EarlierFilesProps = {
  uploads: readonly WireUpload[];
  /** when the server was asked for them; null: it is what was known before */
  knownAt: number | null;
  onOpen: (id: string) => void;
};

/** A list may be as old as this when it comes, ms. */
const REPLY_WITHIN = 60_000;

/** Files of the person that are still on the server: to go on with, to look at, or to forget. */
export function EarlierFiles({ uploads, knownAt, onOpen }: EarlierFilesProps) {
  const userId = useUser()?.id ?? "";
  useEffect(() => {
    const open = uploads.filter(({ state }) => state !== "done").map(({ id }) => id);
    if (knownAt !== null) forgetOldSaid(userId, new Set(open), knownAt - REPLY_WITHIN);
  }, [uploads, knownAt, userId]);
  const client = useQueryClient();
  const forget = useMutation({
    mutationFn: (id: string) => api.call("deleteUpload", { params: { upload_id: id } }, { quiet: true }),
    onError: (error) => void notify({ message: failureText(error), type: "error" }),
    onSuccess: (_nothing, id) => forgetSaid(userId, id, uploads.find((upload) => upload.id === id) ?? null),
    onSettled: () => client.invalidateQueries({ queryKey: uploadsQuery().queryKey, exact: true }),
  });
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<{ readonly id: string; readonly at: number } | null>(null);
  useEffect(() => {
    if (pressed.current === null) return;
    const { id, at } = pressed.current;
    if (uploads.some((upload) => upload.id === id)) return;
    pressed.current = null;
    // The row went with its button: the next one takes the focus.
    const rows = list.current?.querySelectorAll<HTMLElement>("[data-forget]");
    if (document.activeElement === document.body) rows?.item(Math.min(at, rows.length - 1)).focus();
    focusTitle();
  }, [uploads]);
  const press = (id: string, at: number) => {
    if (forget.isPending) return;
    pressed.current = { id, at };
    forget.mutate(id);
  };
  if (uploads.length === 0) return null;
  return (
    <section aria-label={t("importing.earlier.title")} className="mt-6">
      <h2 className="mb-1 text-small font-body text-soft">{t("importing.earlier.title")}</h2>
      <ul ref={list}>
        {uploads.map(({ id, file, bytes, state, used_at }, at) => (
          <li key={id} className="flex min-h-10 items-center gap-2 border-line border-b">
            <span className="min-w-0 flex-1 py-1.5">
              <bdi translate="no" className="block truncate" title={file}>
                {file}
              </bdi>
              <span className="block text-small text-soft">
                {sizeText(bytes)}, {t("importing.earlier.used")} <RelativeTime at={timeFromWire(used_at)} />,{" "}
                {t(`importing.earlier.state.${state}`)}
                {isSaidKept(userId, id) && `. ${t("importing.earlier.kept")}`}
              </span>
            </span>
            <Button
              variant="quiet"
              size="compact"
              translate="no"
              aria-label={t(state === "ready" ? "importing.earlier.goOnOf" : "importing.earlier.openOf", { file })}
              onClick={() => onOpen(id)}
              className="text-accent"
            >
              {t(state === "ready" ? "forms.goOn" : "importing.earlier.open")}
            </Button>
            <IconButton
              icon={X}
              size="small"
              translate="no"
              label={t("importing.earlier.forget", { file })}
              data-forget
              // A disabled button would lose the focus.
              aria-disabled={forget.isPending || undefined}
              onClick={() => press(id, at)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
