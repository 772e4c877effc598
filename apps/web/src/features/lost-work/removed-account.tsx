import { t } from "i18next";
import { type ReactNode, useEffect, useState } from "react";
import "../../lib/i18n/en/lost-work.ts";
import { noteRemoved } from "../../lib/kept-work/people-here.ts";
import { useTypedWork } from "../../lib/kept-work/typed-work.ts";
import type { SessionUser } from "../../lib/session/store.ts";
import { clearToasts } from "../../lib/toasts/store.ts";
import { usePageTitle } from "../../ui/layouts/frame.tsx";
import { keptItems } from "../../unsent/device-work.ts";
import type { WorkItem } from "../../unsent/work-items.ts";
import { type ExitLink, LostScreen } from "./lost-screen.tsx";

type RemovedAccountProps = {
  header: ReactNode;
  user: SessionUser;
  /** the router's link to the sign-in page */
  signInLink: ExitLink;
};

/**
 * Replaces the page of a user whose account was deleted during work: says so, and shows the unsent work (design/states.md).
 */
export default function RemovedAccount({ header, user, signInLink }: RemovedAccountProps) {
  const [items, setItems] = useState<readonly WorkItem[] | null>(null);
  const typed = useTypedWork(user.id);
  usePageTitle(t("lost.account.page"));
  useEffect(() => {
    // As on any new page: earlier messages, such as a call that failed for this reason, are less clear than this page.
    clearToasts({ except: "kept" });
    // Works also after a reload, when nobody is signed in.
    noteRemoved(user);
    void keptItems(user.id).then(setItems);
  }, [user]);
  return (
    <LostScreen
      header={header}
      title={t("lost.account.title")}
      text={t("lost.account.text", { username: user.username })}
      items={items}
      typed={typed}
      user={user}
      note={t("lost.account.kept")}
      link={signInLink}
      linkText={t("lost.account.signIn")}
    />
  );
}
