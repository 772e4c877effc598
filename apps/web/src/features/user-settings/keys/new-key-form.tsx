import { apiKeyFromWire } from "@postil/contract/mapping/api-keys";
import { KEY_NAME } from "@postil/domain/accounts/api-keys";
import { useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { type FormEvent, useState } from "react";
import "../../../lib/i18n/en/key-table.ts";
import { api } from "../../../lib/api/api.ts";
import { failureOf } from "../../../lib/api/failure.ts";
import { ownKeysQuery } from "../../../lib/api/queries/own-account.ts";
import { Button } from "../../../ui/button.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import type { TextOfKey } from "./text-of-key.ts";

/** How long a key works, in days. */
const LENGTHS = { month: 30, quarter: 90, year: 365, always: null } as const;
type Length = keyof typeof LENGTHS;
const NAMES = ["month", "quarter", "year", "always"] as const satisfies readonly Length[];

/** Makes a named key. A name that is taken is said at the field. */
export function NewKeyForm({ onMade }: { onMade: (made: TextOfKey) => void }) {
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [length, setLength] = useState<Length>("quarter");
  const [state, setState] = useState<"idle" | "sending" | "taken">("idle");
  const wanted = name.trim();

  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (wanted === "" || state === "sending") return;
    setState("sending");
    try {
      const body = { name: wanted, days: LENGTHS[length] };
      const { key, ...wire } = (await api.call("createMyApiKey", { body }, { accept: [409] })) ?? taken();
      client.setQueryData(
        ownKeysQuery().queryKey,
        (keys) => keys && { ...keys, items: [apiKeyFromWire(wire), ...keys.items] },
      );
      onMade({ id: wire.id, name: wire.name, key });
    } catch (error) {
      if (!(error instanceof Taken) && failureOf(error) === null) throw error;
      setState(error instanceof Taken ? "taken" : "idle");
    }
  };
  return (
    <form onSubmit={make} className="mb-3 flex flex-wrap items-start gap-x-3 gap-y-2">
      <span aria-hidden="true" className="pt-1.5 text-soft">
        {t("settings.keys.new")}
      </span>
      <TextInput
        label={t("settings.keys.new")}
        hideLabel
        value={name}
        maxLength={KEY_NAME.max}
        onChange={(text) => {
          setName(text);
          setState("idle");
        }}
        error={state === "taken" ? t("settings.keys.taken", { name: wanted }) : undefined}
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

class Taken extends Error {}
function taken(): never {
  throw new Taken();
}
