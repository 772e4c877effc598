import type { Family } from "@postil/domain/outbox/outbox-entry";
import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet, type RegisteredRouter, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import "../../lib/i18n/en/inside.ts";
import "../../lib/api/member-routes.ts";
import { responsesApi } from "../../features/feedback/wire/responses-api.ts";
import { queryClient } from "../../lib/api/query-client.ts";
import { CommandsProvider } from "../../lib/commands/commands-provider.tsx";
import { connection } from "../../lib/connection/connection.ts";
import type { FamiliesApi, ResponsesApi } from "../../lib/outbox/ports.ts";
import { deliverBy } from "../../lib/outbox/use-outbox.ts";
import { useSession } from "../../lib/session/store.ts";
import { CommandOverlays } from "../../ui/commands/command-overlays.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { RemovedInstead } from "../lost-instead.tsx";

// chunk: inside

/** Failures that happen before this code is loaded are shown when it arrives. */
const Everywhere = lazyPart(() => import("../everywhere.tsx"));

/** The code for task datasets is loaded with the first of their answers. */
const WIRE: { readonly [F in Family]: () => Promise<ResponsesApi> } = {
  feedback: async () => responsesApi,
  tasks: async () => (await import("../../features/tasks/wire/save-record.ts")).taskResponsesApi,
};

/** Sends answers to records with the API of their family. */
const byFamily: FamiliesApi = {
  create: async (id, answer, note) => (await WIRE[note.family]()).create(id, answer, note),
  update: async (id, answer, note) => (await WIRE[note.family]()).update(id, answer, note),
  remove: async (id, note) => (await WIRE[note.family]()).remove(id, note),
  upsert: async (items, note) => (await WIRE[note.family]()).upsert(items, note),
};

// Unsent answers of an earlier visit are delivered from whichever page the user opens.
deliverBy(byFamily);

/**
 * The frame around the pages of signed-in users. The query library is loaded here, so the sign-in page does without its 10 kB.
 */
export function Inside() {
  const session = useSession();
  const router = useRouter();
  useEffect(() => whenAtRest(router), [router]);
  const user = session.status === "signed-in" ? session.user : null;
  if (session.status === "anonymous" && session.removed !== undefined) return <RemovedInstead user={session.removed} />;
  // The user signed out, or another tab signed in another user. No request may be sent for the old user.
  if (user === null) return null;
  return (
    <QueryClientProvider key={user.id} client={queryClient}>
      <CommandsProvider>
        <Outlet />
        <CommandOverlays />
        <Everywhere />
      </CommandsProvider>
    </QueryClientProvider>
  );
}

/** After this time the code does not wait longer for an idle moment, ms. */
const AT_THE_LATEST = 2000;

/** Starts work that no page needs for its start, once the first page is idle. */
function whenAtRest(router: RegisteredRouter): void {
  whenIdle(() => void begin(router));
}

/** If the code could not be loaded because the server was away, it is requested again once the server answers. */
async function begin(router: RegisteredRouter): Promise<void> {
  const code: typeof import("../after-start.ts") | undefined = await import("../after-start.ts").catch(() => undefined);
  if (code !== undefined) return code.goOn(router);
  const stop = connection.onChange(() => {
    if (!connection.isOnline()) return;
    stop();
    void begin(router);
  });
}

/** Safari has no `requestIdleCallback`. */
function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: AT_THE_LATEST });
  else setTimeout(run, AT_THE_LATEST);
}
