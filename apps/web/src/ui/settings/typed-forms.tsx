import { t } from "i18next";
import "../../lib/i18n/en/typed-forms.ts";
import { notify } from "../../lib/toasts/store.ts";
import { Button } from "../button.tsx";
import { copyToClipboard } from "../copy-to-clipboard.ts";

/** Unsaved work (settings, rules or bulk forms) that the user may no longer save. It can be read, copied or deleted. */
export function TypedForms({ texts, onDelete }: { texts: readonly string[]; onDelete: () => void }) {
  if (texts.length === 0) return null;
  const copy = async () => {
    const copied = await copyToClipboard(texts.join("\n\n"));
    notify(copied ? { message: t("common.copied") } : { message: t("common.copyFailed"), type: "error" });
  };
  return (
    <section aria-labelledby="typed-forms" className="my-6 max-w-[612px]">
      <h2 id="typed-forms" className="font-strong">
        {t("typedForms.title")}
      </h2>
      <ul className="mt-2 max-h-80 overflow-auto border-line border-b">
        {texts.map((text, place) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, and none of them moves
            key={place}
            dir="auto"
            className="border-line border-t py-2 whitespace-pre-wrap [overflow-wrap:anywhere]"
          >
            {text || t("typedForms.emptied")}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-small text-soft">{t("typedForms.note")}</p>
      <div className="mt-3 flex gap-2">
        <Button onClick={() => void copy()}>{t("common.copy", { what: t("typedForms.what") })}</Button>
        <Button variant="quiet" onClick={onDelete}>
          {t("typedForms.delete")}
        </Button>
      </div>
    </section>
  );
}
