import type { Task } from "@postil/domain/datasets/dataset-links";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import type { TaskKind } from "./task-kind.ts";

/** The list hands each kind the records of its own task, which the type of the list does not say. */
const ofItsTask = <Of extends ShownTaskRecord>(kind: TaskKind<Of>) => kind as unknown as TaskKind;

/** Each comes with its own code. */
export const TASK_KINDS: { readonly [T in Task]: () => Promise<TaskKind> } = {
  TextClassification: async () => {
    const { TEXT_CLASSIFICATION } = await import("./classification/text-classification.tsx");
    return ofItsTask(TEXT_CLASSIFICATION);
  },
  TokenClassification: async () => {
    const { TOKEN_CLASSIFICATION } = await import("./tokens/token-classification.tsx");
    return ofItsTask(TOKEN_CLASSIFICATION);
  },
  Text2Text: async () => {
    const { TEXT_TO_TEXT } = await import("./text2text/text-to-text.tsx");
    return ofItsTask(TEXT_TO_TEXT);
  },
};
