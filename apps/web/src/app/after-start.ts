import type { RegisteredRouter } from "@tanstack/react-router";
import "../lib/i18n/isolate-names.ts";
import { notePerson } from "../lib/kept-work/people-here.ts";
import { followPerson } from "../lib/preferences/follow-person.ts";
import { keepRenewed } from "../lib/session/renewal.ts";
import { getSession } from "../lib/session/store.ts";
import { browserConnection, mayPrefetch } from "./may-prefetch.ts";

/** The pages that a working user may open next. Their code is loaded ahead, in case the server is away later. */
const NEXT = ["/datasets", "/user-settings", "/dataset/{-$id}/annotation-mode", "/dataset/{-$id}/settings"] as const;

/**
 * Starts the renewal of the token and the sync of preferences, and records whose work is stored here. Then loads the code of
 * the pages between which signed-in users move (RTE-31).
 */
export function goOn(router: RegisteredRouter): void {
  followPerson();
  keepRenewed();
  const session = getSession();
  if (session.status === "signed-in") notePerson(session.user);
  // A read fails where this may fail too.
  import("../lib/api/send-again.ts").catch(() => undefined);
  if (!mayPrefetch(browserConnection())) return;
  const code = NEXT.map((path) => router.routesByPath[path].options.component?.preload?.());
  void Promise.allSettled([import("./arrive.ts"), ...code]).then(() => performance.mark("postil:code-ahead"));
}
