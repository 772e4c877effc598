import { type ApiKey, type Keys, keyState } from "@postil/domain/accounts/api-keys";
import { fullName } from "@postil/domain/accounts/users";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { useRef, useState } from "react";
import "../../../lib/i18n/en/key-table.ts";
import "../../../lib/i18n/en/people.ts";
import { api } from "../../../lib/api/api.ts";
import { personKeysQuery } from "../../../lib/api/queries/administration.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { useFocusKept } from "../../../ui/focus.ts";
import { announce } from "../../../ui/screen-reader.tsx";
import ConfirmKey from "../../../ui/settings/confirm-key.tsx";
import { EndKey, Expiry, KeyFactsCells, KeyTable } from "../../../ui/settings/key-table.tsx";
import { ListDialog, orDone, PlacedDialog, useAction } from "../form-dialog.tsx";
import type { PersonDialogProps } from "./invitation-dialog.tsx";

/** The keys of a user. The first key can be replaced, and is then shown once; named keys can be revoked. Lazily loaded. */
export default function KeysDialog({ person, gone, onChanged, onClose }: PersonDialogProps) {
  const [asked, setAsked] = useState<ApiKey | "first" | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const list = useQuery(personKeysQuery(person.id));
  const { busy, failed, run } = useAction();
  const name = fullName(person);
  const params = { user_id: person.id };
  const replace = async () => {
    const { api_key } = await api.call("replacePersonKey", { params }, { quiet: true });
    setMade(api_key);
    onChanged();
  };
  const revoke = async (key: ApiKey) => {
    const revoking = api.call("revokePersonKey", { params: { ...params, key_id: key.id } }, { quiet: true });
    await orDone(revoking, 404);
    announce(t("keyTable.revoked", { name: key.name }));
    onChanged();
  };
  const confirm = () => {
    if (asked === null || busy) return;
    setAsked(null);
    void run(() => (asked === "first" ? replace() : revoke(asked)));
  };
  if (made !== null) return <MadeKeyDialog name={name} apiKey={made} onClose={onClose} />;
  return (
    <ListDialog
      title={t("people.keysDialog.title", { name })}
      note={t("people.keysDialog.note")}
      missing={t("people.keysDialog.failed")}
      {...{ list, failed, gone, onClose }}
    >
      {list.data !== undefined && <PersonKeyTable keys={list.data} onAsk={setAsked} />}
      {asked !== null && (
        <ConfirmKey
          action={asked === "first" ? "replace" : "revoke"}
          name={asked === "first" ? t("keyTable.first") : asked.name}
          onClose={() => setAsked(null)}
          onConfirm={confirm}
        />
      )}
    </ListDialog>
  );
}

/** The public parts of a user's keys, with the actions for owners. */
function PersonKeyTable({ keys: { first, items }, onAsk }: { keys: Keys; onAsk: (key: ApiKey | "first") => void }) {
  const place = useRef<HTMLDivElement>(null);
  useFocusKept(place, items.length);
  const now = Date.now() * 1000;
  return (
    <div ref={place}>
      <KeyTable>
        <tr>
          <KeyFactsCells name={t("keyTable.first")} ending={first.ending} use={first} />
          <Expiry at={null} now={now} />
          <td className="text-right">
            <Button variant="quiet" size="compact" onClick={() => onAsk("first")}>
              {t("keyTable.replace")}
            </Button>
          </td>
        </tr>
        {items.map((key) => {
          const expired = keyState(key.expiresAt, now) === "expired";
          return (
            <tr key={key.id}>
              <KeyFactsCells name={key.name} ending={key.ending} rests={expired} use={key} />
              <Expiry at={key.expiresAt} now={now} />
              <td className="text-right">
                <EndKey name={key.name} expired={expired} onPress={() => onAsk(key)} />
              </td>
            </tr>
          );
        })}
      </KeyTable>
    </div>
  );
}

/** Shows a key created for another user, only this once. */
function MadeKeyDialog({ name, apiKey, onClose }: { name: string; apiKey: string; onClose: () => void }) {
  return (
    <PlacedDialog
      // An alert dialog, because a click outside would close content that is shown only once.
      role="alertdialog"
      title={t("people.keysDialog.madeTitle", { name })}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t("forms.done")}
        </Button>
      }
    >
      <div className="px-6">
        <p className="mb-3 text-soft">{t("people.keysDialog.made", { name })}</p>
        <div className="flex items-start gap-1 rounded-control border border-line bg-sunken py-1.5 pr-1 pl-3">
          <code className="min-w-0 flex-1 font-mono text-small wrap-anywhere">{apiKey}</code>
          <CopyButton text={apiKey} what={t("people.keysDialog.what")} />
        </div>
      </div>
    </PlacedDialog>
  );
}
