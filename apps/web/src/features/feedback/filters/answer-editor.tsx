import { type FilterableQuestion, plainChoices } from "@postil/domain/search/filter-offer";
import { ratingTrack } from "@postil/domain/search/filter-range";
import { useMemo } from "react";
import { type EditorProps, RangeEditor, TermsEditor } from "../../../workbench/filters/condition-editors.tsx";

/** The answers of a question: a range of a rating, else the labels; several labels can all be asked for (FFI-17, FFI-18). */
export function AnswerEditor({ question, ...editor }: EditorProps & { question: FilterableQuestion }) {
  const { settings } = question;
  const choices = useMemo(() => (settings.type === "rating" ? [] : plainChoices(settings.options)), [settings]);
  if (settings.type === "rating") return <RangeEditor {...editor} track={ratingTrack(settings)} />;
  return <TermsEditor {...editor} choices={choices} several={settings.type === "multi_label_selection"} />;
}
