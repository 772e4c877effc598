import type { Task } from "@postil/domain/datasets/dataset-links";
import { ofItsTask, type TaskKind } from "./task-kind.ts";

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
