import type { WireUpload } from "@postil/contract/datasets/uploads";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { X } from "lucide-react";
import "../../../lib/api/manager-routes.ts";
import { api } from "../../../lib/api/api.ts";
import { uploadsQuery } from "../../../lib/api/queries/uploads.ts";
import { sizeText } from "../../../lib/i18n/size-text.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { failureText } from "./failure-text.ts";

type EarlierFilesProps = { uploads: readonly WireUpload[]; onOpen: (id: string) => void };

/** Files of the person that are still on the server: to go on with, to look at, or to forget. */
export function EarlierFiles({ uploads, onOpen }: EarlierFilesProps) {
  const client = useQueryClient();
  const forget = useMutation({
    mutationFn: (id: string) => api.call("deleteUpload", { params: { upload_id: id } }, { quiet: true }),
    onError: (error) => void notify({ message: failureText(error), type: "error" }),
    onSettled: () => client.invalidateQueries({ queryKey: uploadsQuery().queryKey, exact: true }),
  });
  if (uploads.length === 0) return null;
  return (
    <section aria-label={t("importing.earlier.title")} className="mt-6">
      <h2 className="mb-1 text-small font-body text-soft">{t("importing.earlier.title")}</h2>
      <ul>
        {uploads.map(({ id, file, bytes, state }) => (
          <li key={id} className="flex min-h-10 items-center gap-2 border-line border-b">
            <bdi translate="no" className="min-w-0 truncate" title={file}>
              {file}
            </bdi>
            <span className="flex-none text-soft">
              {sizeText(bytes)}, {t(`importing.earlier.state.${state}`)}
            </span>
            <Button
              variant="quiet"
              size="compact"
              translate="no"
              aria-label={t("importing.earlier.openOf", { file })}
              onClick={() => onOpen(id)}
              className="ml-auto text-accent"
            >
              {t(state === "ready" ? "importing.earlier.goOn" : "importing.earlier.open")}
            </Button>
            <IconButton
              icon={X}
              size="small"
              translate="no"
              label={t("importing.earlier.forget", { file })}
              disabled={forget.isPending}
              onClick={() => forget.mutate(id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
