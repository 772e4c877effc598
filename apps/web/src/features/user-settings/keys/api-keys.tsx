import type { ApiKey } from "@postil/domain/accounts/api-keys";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { useState } from "react";
import { ownKeysQuery } from "../../../lib/api/queries/own-account.ts";
import { InlineError } from "../../../ui/inline-error.tsx";
import { Skeleton, SkeletonBar } from "../../../ui/skeleton.tsx";
import { Section } from "../section.tsx";
import { MadeKey } from "./made-key.tsx";
import { NewKeyForm } from "./new-key-form.tsx";
import { OwnKeyTable } from "./own-key-table.tsx";
import type { TextOfKey } from "./text-of-key.ts";

/** The first key, which everybody has, and those a person made for scripts and machines (AUT-32, design/user-settings.md#api-keys). */
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
