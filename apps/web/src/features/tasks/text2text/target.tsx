import type { ShownText2TextRecord } from "@postil/domain/tasks/shown-record";
import { answerText } from "@postil/domain/tasks/written-text";
import { t } from "i18next";
import type { AreaProps } from "../task-kind.ts";
import { TargetEditor } from "./target-editor.tsx";
import { AnswerText } from "./target-text.tsx";
import { useTargetWriting } from "./use-target-writing.ts";
import { WriteButton } from "./write-button.tsx";

/** The text that is to be written: shown, or in its editor (TAN-11). */
export function Target({ record, isCursor, actions }: AreaProps<ShownText2TextRecord>) {
  const target = useTargetWriting(record, actions);
  if (target.writing) return <TargetEditor {...target} />;
  return (
    <>
      {/* biome-ignore lint/a11y: the keyboard's way in is the button below */}
      <div className="mt-3 cursor-text" onClick={() => isNothingMarked() && target.write()}>
        {answerText(record) === "" ? (
          <p className="ps-4 text-soft">{t("text2text.empty")}</p>
        ) : (
          <AnswerText record={record} />
        )}
      </div>
      {isCursor && <WriteButton ref={target.entry} onWrite={target.write} />}
    </>
  );
}

/** Who marks a text with the pointer, to copy it, does not mean to write. */
const isNothingMarked = () => document.getSelection()?.isCollapsed !== false;
