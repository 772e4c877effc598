import type { Task } from "@postil/domain/datasets/dataset";
import { queryOptions } from "@tanstack/react-query";
import { ofItsTask, type TaskKind } from "../task-kind.ts";

/** Each kind is loaded with its own code. */
const TASK_KINDS: { readonly [T in Task]: () => Promise<TaskKind> } = {
  TextClassification: async () => {
    const { TEXT_CLASSIFICATION } = await import("../classification/text-classification.tsx");
    return ofItsTask(TEXT_CLASSIFICATION);
  },
  TokenClassification: async () => {
    const { TOKEN_CLASSIFICATION } = await import("../tokens/token-classification.tsx");
    return ofItsTask(TOKEN_CLASSIFICATION);
  },
  Text2Text: async () => {
    // The font of machine-written text. If it loaded late, the lines would break anew.
    void document.fonts.load('italic 17px "Source Serif 4 Variable"');
    const { TEXT_TO_TEXT } = await import("../text2text/text-to-text.tsx");
    return ofItsTask(TEXT_TO_TEXT);
  },
};

/** The code of a task is loaded once. */
export const kindQuery = (task: Task) =>
  queryOptions({
    queryKey: ["task-kind", task],
    queryFn: () => TASK_KINDS[task](),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
