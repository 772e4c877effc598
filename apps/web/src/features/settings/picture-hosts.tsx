import type { Dataset } from "@postil/domain/datasets/dataset";
import { MOST_PICTURE_HOSTS } from "@postil/domain/datasets/picture-hosts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { X } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { api } from "../../lib/api/api.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { pictureHostsQuery } from "../../lib/api/queries/picture-hosts.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { announce } from "../../ui/live-region.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { useDrafts } from "./drafts.tsx";

/** The hosts whose pictures the markdown of this dataset loads automatically (FAN-25). Every change is saved at once. */
export function PictureHostList({ dataset }: { dataset: Dataset }) {
  const { data: hosts } = useQuery(pictureHostsQuery(dataset.id));
  const { saving, save } = useSaving(dataset.id);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState("");
  if (hosts === undefined) return null;
  const full = hosts.length >= MOST_PICTURE_HOSTS;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === "" || saving || full) return;
    const host = hostIn(typed);
    setWrong(host === null ? typed : "");
    if (host === null) return;
    void save([...hosts, host]).then((saved) => {
      if (!saved) return;
      setTyped("");
      announce(t("datasetSettings.pictures.allowed", { host }));
    });
  };
  const remove = (host: string) => {
    input.current?.focus();
    void save(hosts.filter((other) => other !== host)).then(
      (saved) => saved && announce(t("datasetSettings.pictures.removed", { host })),
    );
  };
  return (
    <section aria-label={t("datasetSettings.pictures.title")} className="mt-8">
      <h2 className="font-strong text-lead">{t("datasetSettings.pictures.title")}</h2>
      <p className="mb-3 max-w-[560px] text-small text-soft">{t("datasetSettings.pictures.help")}</p>
      {hosts.length > 0 && (
        <ul aria-label={t("datasetSettings.pictures.list")} className="mb-3 grid max-w-[560px]">
          {hosts.map((host) => (
            <li key={host} className="flex min-h-8 items-center gap-2">
              <span className="min-w-0 flex-1 font-mono text-small wrap-anywhere">{host}</span>
              <IconButton
                size="small"
                icon={X}
                translate="no"
                label={t("datasetSettings.pictures.remove", { host })}
                disabled={saving}
                onClick={() => remove(host)}
              />
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={onSubmit} className="flex max-w-[560px] items-end gap-2">
        <TextInput
          ref={input}
          label={t("datasetSettings.pictures.host")}
          placeholder="pictures.example.org"
          value={typed}
          onChange={setTyped}
          error={wrong === "" ? undefined : t("datasetSettings.pictures.wrong", { typed: wrong })}
          hint={full ? t("datasetSettings.pictures.full", { count: MOST_PICTURE_HOSTS }) : undefined}
          autoComplete="off"
          spellCheck={false}
          className="flex-1"
        />
        <Button type="submit" inactive={typed.trim() === "" || saving || full}>
          {t("datasetSettings.pictures.allow")}
        </Button>
      </form>
    </section>
  );
}

/** Saves the hosts. Resolves with true if they were saved; a failure is already shown. */
function useSaving(datasetId: string) {
  const client = useQueryClient();
  const { onRefused } = useDrafts();
  const [saving, setSaving] = useState(false);
  const save = async (items: readonly string[]): Promise<boolean> => {
    setSaving(true);
    try {
      const request = { params: { dataset_id: datasetId }, body: { items: [...new Set(items)] } };
      const reply = await api.call("setPictureHosts", request, { dataset: datasetId });
      client.setQueryData(pictureHostsQuery(datasetId).queryKey, reply.items);
      return true;
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      if (failure.status === 403) onRefused();
      return false;
    } finally {
      setSaving(false);
    }
  };
  return { saving, save };
}

/** The host in a typed or pasted name or address, in the form that picture addresses use; null if there is none. */
function hostIn(typed: string): string | null {
  const text = typed.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (/\s/.test(text) || !URL.canParse(address)) return null;
  const { host, username } = new URL(address);
  return host === "" || username !== "" || host.includes("*") ? null : host;
}
