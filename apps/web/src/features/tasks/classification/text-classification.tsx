import type { ShownTextRecord } from "@postil/domain/tasks/shown-record";
import { annotatedClasses, chosenLabels } from "@postil/domain/tasks/shown-record";
import { ENTER_IS_A_COMMAND } from "../../../lib/commands/key-owner.ts";
import { RecordText } from "../record-text.tsx";
import type { AreaProps, ExploreProps, TaskKind } from "../task-kind.ts";

function Inputs({ record: { inputs } }: { record: ShownTextRecord }) {
  return Object.entries(inputs).map(([name, text]) => (
    <RecordText key={name} text={typeof text === "string" ? text : text.join("\n")} />
  ));
}

function Annotate({ record, labels, actions }: AreaProps<ShownTextRecord>) {
  const chosen = annotatedClasses(record.answer);
  const pick = (text: string) => {
    if (!record.multiLabel && record.annotation !== null && chosen.includes(text))
      return actions.resetAnnotation(record);
    if (!record.multiLabel) return actions.answer(record, chosenLabels([text]));
    const rest = chosen.filter((other) => other !== text);
    actions.edit(record, chosenLabels(rest.length === chosen.length ? [...chosen, text] : rest));
  };
  return (
    <>
      <Inputs record={record} />
      <div className="mt-3 flex flex-wrap gap-2">
        {labels.map(({ text }) => (
          <button
            key={text}
            type="button"
            {...ENTER_IS_A_COMMAND}
            aria-pressed={chosen.includes(text)}
            className="h-7 rounded-control border border-line px-3 aria-pressed:border-ink"
            onClick={() => pick(text)}
          >
            {text}
          </button>
        ))}
      </div>
    </>
  );
}

const Explore = ({ record }: ExploreProps<ShownTextRecord>) => <Inputs record={record} />;

export const TEXT_CLASSIFICATION: TaskKind<ShownTextRecord> = {
  Annotate,
  Explore,
  buttons: ({ multiLabel }) => (multiLabel ? ["validate", "discard", "clear", "reset"] : ["discard"]),
};
