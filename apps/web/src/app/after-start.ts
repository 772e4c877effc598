import type { RegisteredRouter } from "@tanstack/react-router";
import "../lib/i18n/isolate-names.ts";
import { notePerson } from "../lib/kept-work/person-here.ts";
import { followPerson } from "../lib/preferences/follow-person.ts";
import { keepRenewed } from "../lib/session/renewal.ts";
import { getSession } from "../lib/session/store.ts";
import { browserConnection, mayPrefetch } from "./may-prefetch.ts";

/** Where somebody who works may want to go next, also when the server is gone by then. */
const NEXT = ["/datasets", "/user-settings", "/dataset/{-$id}/annotation-mode", "/dataset/{-$id}/settings"] as const;

/**
 * The renewal of the token, the person's preferences from other browsers, whose work is kept here, and the code of the pages that
 * signed-in people go between (RTE-31).
 */
export function goOn(router: RegisteredRouter): void {
  followPerson();
  keepRenewed();
  const session = getSession();
  if (session.status === "signed-in") notePerson(session.user);
  if (!mayPrefetch(browserConnection())) return;
  const code = NEXT.map((path) => router.routesByPath[path].options.component?.preload?.());
  void Promise.allSettled([import("./arrive.ts"), ...code]).then(() => performance.mark("postil:code-ahead"));
}
