import { IN_PLACE_UP_TO } from "@postil/domain/labels/visible-options";
import { t } from "i18next";
import { Sparkle } from "lucide-react";
import { usePreference } from "../../../lib/preferences/use-preference.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { QuestionOf } from "./question-control.ts";

type LabelQuestion = QuestionOf<"label_selection"> | QuestionOf<"multi_label_selection">;

/**
 * True if suggested options come first. The user's setting for the question decides, then the user's general setting, then the
 * question's settings; with hundreds of options they always come first.
 */
export function useSuggestionsFirst({ id, settings }: LabelQuestion): boolean {
  const [everywhere] = usePreference("suggestionsFirst");
  const [own] = usePreference("suggestionsFirstOf");
  const bySettings = settings.type === "multi_label_selection" && settings.optionsOrder === "suggestion";
  return own[id] ?? (everywhere || bySettings || settings.options.length > IN_PLACE_UP_TO);
}

/**
 * Puts a question's suggested options first, or back in their places; remembered for the question
 * (design/device.md#preferences).
 */
export function SuggestionsFirst({ question }: { question: LabelQuestion }) {
  const first = useSuggestionsFirst(question);
  const [own, setOwn] = usePreference("suggestionsFirstOf");
  return (
    <IconButton
      icon={Sparkle}
      size="tiny"
      on={first}
      translate="no"
      label={t("comfort.suggestionsFirst", { title: question.title })}
      onClick={() => setOwn({ ...own, [question.id]: !first })}
      className="opacity-0 focus-visible:opacity-100 group-hover/question:opacity-100 max-md:hidden"
    />
  );
}
