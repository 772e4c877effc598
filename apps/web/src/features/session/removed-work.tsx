import { t } from "i18next";
import { useEffect, useState } from "react";
import "../../lib/i18n/en/lost-work.ts";
import { notify } from "../../lib/toasts/store.ts";
import { Button } from "../../ui/button.tsx";
import type { Left } from "./left-work.ts";

/** A separate import, because the sign-in page lists every file of its parts and would grow with these. */
const leftWork = () => import("./left-work.ts");

/**
 * The work of deleted accounts on this device, as files to save: its authors cannot sign in any more, and other users who sign
 * in here do not see it (design/device.md#work). `isRemoved`: the last session was of such an account.
 */
export default function RemovedWork({ isRemoved }: { isRemoved: boolean }) {
  const [left, setLeft] = useState<readonly Left[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has come
  useEffect(() => {
    let isOpen = true;
    const read = async () => (await leftWork()).readLeft(isRemoved);
    read().then(
      (found) => isOpen && setLeft(found),
      (error: unknown) => console.error("The work of a deleted account could not be read", error),
    );
    return () => {
      isOpen = false;
    };
  }, []);
  const forget = (id: string) => setLeft((before) => before.filter(({ person }) => person.id !== id));
  return left.map((one) => <OfAccount key={one.person.id} onForgotten={forget} {...one} />);
}

function OfAccount({ onForgotten, ...left }: Left & { onForgotten: (id: string) => void }) {
  const [isSure, setSure] = useState(false);
  const { person, items, typed } = left;
  const { id, username } = person;
  const save = async () => (await leftWork()).saveLeft(t("lost.file", { username }), left);
  const remove = async () => {
    if (!isSure) return setSure(true);
    try {
      await (await leftWork()).forgetRemoved(id);
      onForgotten(id);
    } catch (error) {
      console.error("The work on this device could not be removed", error);
      notify({ message: t("lost.removed.failed"), type: "error" });
    }
  };
  return (
    <section aria-labelledby={`left-${id}`} className="mt-8 border-line border-t pt-4">
      <h2 id={`left-${id}`} className="font-strong [overflow-wrap:anywhere]">
        {t("lost.removed.title", { username })}
      </h2>
      {items.length > 0 && (
        <p className="mt-1 text-small text-soft">{t("lost.removed.text", { count: items.length })}</p>
      )}
      {typed.length > 0 && <p className="mt-1 text-small text-soft">{t("lost.removed.typed")}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => void save()}>{t("lost.download")}</Button>
        <Button variant={isSure ? "danger" : "quiet"} onClick={() => void remove()}>
          {t(isSure ? "lost.removed.sure" : "lost.removed.delete")}
        </Button>
      </div>
    </section>
  );
}
