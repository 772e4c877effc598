import "../../lib/i18n/en/key-table.ts";
import { apiKeyFromWire } from "@postil/contract/accounts/access-mapping";
import { type ApiKey, endingOf, KEY_NAME, type Keys, type KeyUse, keyState } from "@postil/domain/accounts/api-keys";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { Copy, Eye, EyeOff } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { api } from "../../lib/api/api.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { ownKeysQuery } from "../../lib/api/queries/own-account.ts";
import { getSession, recognise } from "../../lib/session/store.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { useCopy } from "../../ui/copy-button.tsx";
import { cx } from "../../ui/cx.ts";
import { TextInput } from "../../ui/form-controls.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { InlineError } from "../../ui/no-content.tsx";
import { announce } from "../../ui/screen-reader.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { EndKey, Expiry, KeyFactsCells, KeyTable } from "../../ui/settings/key-table.tsx";
import { useNotAdded } from "../../ui/settings/unsaved.ts";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";
import { Section } from "./sections.tsx";

/**
 * The first key, which every user has, and further keys for scripts and machines (AUT-32, design/user-settings.md#api-keys).
 */
export function ApiKeys({ firstKey }: { firstKey: string }) {
  const { data: keys, isError, refetch } = useQuery(ownKeysQuery());
  const [made, setMade] = useState<TextOfKey | null>(null);
  const gone = (key: ApiKey) => setMade((shown) => (shown?.id === key.id ? null : shown));
  return (
    <Section id="keys" heading={t("settings.keys.heading")} note={t("settings.keys.note")}>
      {made === null ? <NewKeyForm onMade={setMade} /> : <MadeKey made={made} onDone={() => setMade(null)} />}
      {keys === undefined && isError ? (
        <InlineError message={t("settings.keys.failed")} onRetry={() => void refetch()} />
      ) : keys === undefined ? (
        <Skeleton label={t("common.loading")}>
          <SkeletonBar width={480} height={20} />
        </Skeleton>
      ) : (
        <OwnKeyTable keys={keys} firstKey={firstKey} fresh={made?.id ?? null} onRevoked={gone} />
      )}
    </Section>
  );
}

type OwnKeyTableProps = {
  keys: Keys;
  /** empty if the user has none */
  firstKey: string;
  fresh: string | null;
  onRevoked: (key: ApiKey) => void;
};

/** All keys: the first key, then the others from new to old; a just created key is on top. */
function OwnKeyTable({ keys, firstKey, fresh, onRevoked }: OwnKeyTableProps) {
  const newest = keys.items.filter(({ id }) => id === fresh);
  const others = keys.items.filter(({ id }) => id !== fresh);
  const row = (key: ApiKey) => <NamedKeyRow key={key.id} of={key} fresh={key.id === fresh} onRevoked={onRevoked} />;
  return (
    <KeyTable>
      {newest.map(row)}
      {firstKey !== "" && <FirstKeyRow apiKey={firstKey} use={keys.first} />}
      {others.map(row)}
    </KeyTable>
  );
}

const ConfirmKey = lazyPart(() => import("../../ui/settings/confirm-key.tsx"));

/** Asks before a key is revoked or replaced. `question`: the dialog, while it is open. */
function useConfirm(action: "revoke" | "replace", name: string, run: () => Promise<void>) {
  const [asks, setAsks] = useState(false);
  const close = () => setAsks(false);
  const onConfirm = () => {
    close();
    void run();
  };
  const of = { action, name, onConfirm, onClose: close, whenMissing: close };
  return { ask: () => setAsks(true), question: asks && <ConfirmKey {...of} /> };
}

/** The key in the reply of `/me`: hidden until the user shows it, copied without being shown, and replaceable (AUT-32). */
function FirstKeyRow({ apiKey, use }: { apiKey: string; use: KeyUse }) {
  const [shown, setShown] = useState(false);
  const { result, copy } = useCopy(apiKey);
  const { ask, question } = useConfirm("replace", t("keyTable.first"), useReplacement(apiKey));
  return (
    <>
      <tr>
        <KeyFactsCells name={t("keyTable.first")} ending={endingOf(apiKey)} use={use} />
        <Expiry at={null} now={0} />
        <td>
          <div className="flex items-center justify-end">
            <IconButton
              icon={shown ? EyeOff : Eye}
              label={t(shown ? "settings.keys.hide" : "settings.keys.show")}
              size="tiny"
              onClick={() => setShown(!shown)}
            />
            <Button
              variant="quiet"
              size="compact"
              aria-label={t("common.copy", { what: t("settings.keys.what") })}
              onClick={copy}
            >
              {t(result === null ? "settings.keys.copy" : `common.${result}`)}
            </Button>
            <Button variant="quiet" size="compact" onClick={ask}>
              {t("keyTable.replace")}
            </Button>
          </div>
          {question}
        </td>
      </tr>
      {shown && (
        <tr>
          <td colSpan={5}>
            <code className="font-mono text-small [overflow-wrap:anywhere]">{apiKey}</code>
          </td>
        </tr>
      )}
    </>
  );
}

/** Replaces the key and stores the new one in the session, even if another page replaced it first. */
function useReplacement(apiKey: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    try {
      const body = { ending: endingOf(apiKey) };
      const reply = await api.call("replaceMyApiKey", { body }, { accept: [409] });
      const apiKeyNow = reply?.api_key ?? (await api.call("getMe")).api_key;
      const session = getSession();
      if (session.status === "signed-in") recognise(session.token, { ...session.user, apiKey: apiKeyNow });
      if (reply !== null) announce(t("keyTable.replaced"));
      await client.invalidateQueries(ownKeysQuery());
    } catch (error) {
      // The failure is already shown.
      if (failureOf(error) === null) throw error;
      void client.invalidateQueries(ownKeysQuery());
    }
  };
}

/**
 * The key of a script or machine, which can be revoked; an expired key is deleted without a question, because it is useless.
 */
function NamedKeyRow({ of: key, fresh, onRevoked }: { of: ApiKey; fresh: boolean; onRevoked: (key: ApiKey) => void }) {
  const client = useQueryClient();
  const now = Date.now() * 1000;
  const expired = keyState(key.expiresAt, now) === "expired";

  const revoke = async () => {
    try {
      // Another page may have deleted it first.
      await api.call("deleteMyApiKey", { params: { key_id: key.id } }, { accept: [404] });
    } catch (error) {
      if (failureOf(error) === null) throw error;
      return void client.invalidateQueries(ownKeysQuery());
    }
    client.setQueryData(
      ownKeysQuery().queryKey,
      (keys) => keys && { ...keys, items: keys.items.filter(({ id }) => id !== key.id) },
    );
    announce(t("keyTable.revoked", { name: key.name }));
    onRevoked(key);
  };
  const { ask, question } = useConfirm("revoke", key.name, revoke);
  return (
    <tr className={cx(fresh && "bg-accent-fill/40")}>
      <KeyFactsCells name={key.name} ending={key.ending} rests={expired} use={key} />
      <Expiry at={key.expiresAt} now={now} />
      <td className="text-right">
        <EndKey name={key.name} expired={expired} onPress={() => (expired ? void revoke() : ask())} />
        {question}
      </td>
    </tr>
  );
}

const LENGTHS = { month: 30, quarter: 90, year: 365, always: null } as const;
const NAMES = ["month", "quarter", "year", "always"] as const satisfies readonly (keyof typeof LENGTHS)[];

/** Creates a named key. The field reports a name that is already in use. */
function NewKeyForm({ onMade }: { onMade: (made: TextOfKey) => void }) {
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [length, setLength] = useState<keyof typeof LENGTHS>("quarter");
  const [state, setState] = useState<"idle" | "sending" | "taken" | "unknown">("idle");
  const wanted = name.trim();
  const box = useRef<HTMLInputElement>(null);
  useNotAdded(name, box);

  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (wanted === "" || state === "sending") return;
    setState("sending");
    try {
      const body = { name: wanted, days: LENGTHS[length] };
      const reply = await api.call("createMyApiKey", { body }, { accept: [409] });
      if (reply === null) {
        setState("taken");
        // The list may not have the other key yet.
        return void client.invalidateQueries(ownKeysQuery());
      }
      const { key, ...wire } = reply;
      client.setQueryData(
        ownKeysQuery().queryKey,
        (keys) => keys && { ...keys, items: [apiKeyFromWire(wire), ...keys.items] },
      );
      onMade({ id: wire.id, name: wire.name, key });
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      setState((failure.status ?? 500) < 500 ? "idle" : "unknown");
      void client.invalidateQueries(ownKeysQuery());
    }
  };
  return (
    <form onSubmit={make} className="mb-3 flex flex-wrap items-start gap-x-3 gap-y-2">
      <span aria-hidden="true" className="pt-1.5 text-soft">
        {t("settings.keys.new")}
      </span>
      <TextInput
        ref={box}
        label={t("settings.keys.new")}
        hideLabel
        value={name}
        maxLength={KEY_NAME.max}
        onChange={(text) => {
          setName(text);
          setState("idle");
        }}
        error={state === "taken" || state === "unknown" ? t(`settings.keys.${state}`, { name: wanted }) : undefined}
        className="min-w-48 flex-1"
      />
      <SegmentedControl
        label={t("keyTable.expires")}
        options={NAMES.map((value) => ({ value, label: t(`settings.keys.length.${value}`) }))}
        value={length}
        onChange={setLength}
      />
      <Button type="submit" disabled={wanted === "" || state === "sending"}>
        {t("settings.keys.make")}
      </Button>
    </form>
  );
}

/** A key that was just created: it is never shown again. */
function MadeKey({ made: { name, key }, onDone }: { made: TextOfKey; onDone: () => void }) {
  const { result, copy } = useCopy(key);
  const button = useRef<HTMLButtonElement>(null);
  const once = t("settings.keys.once", { name });
  useEffect(() => {
    button.current?.focus();
    announce(once);
  }, [once]);
  return (
    <div className="mb-4">
      <p className="mb-3 max-w-180">{once}</p>
      <div className="flex flex-wrap items-center gap-3">
        <code className="min-w-0 flex-1 basis-96 rounded-control bg-sunken px-4 py-2 font-mono text-small shadow-[inset_0_0_0_1px_var(--line)] [overflow-wrap:anywhere]">
          {key}
        </code>
        <Button ref={button} variant="primary" icon={Copy} onClick={copy}>
          {t(result === null ? "settings.keys.copyMade" : `common.${result}`)}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {t("forms.done")}
        </Button>
      </div>
    </div>
  );
}

type TextOfKey = { readonly id: string; readonly name: string; readonly key: string };
