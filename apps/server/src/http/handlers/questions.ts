import type { ChangedQuestionSettings } from "@postil/contract/inputs/question-settings";
import { questionSettingsFromWire } from "@postil/contract/mapping/question-settings";
import { questionToWire } from "@postil/contract/mapping/questions";
import type { SettingsChange } from "@postil/domain/settings/settings-change";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { withinOptionLimits } from "../option-limits.ts";

/** Every kind of settings read as one: which of these a kind has is the schema's affair. */
type AnyChange = { readonly type: ChangedQuestionSettings["type"] } & {
  readonly use_markdown?: boolean | undefined;
  readonly options?: SettingsChange["options"];
  readonly visible_options?: number | null | undefined;
  readonly options_order?: "natural" | "suggestion" | undefined;
  readonly allow_overlapping?: boolean | null | undefined;
};

const changeFromWire = (wire: AnyChange): SettingsChange => ({
  type: wire.type,
  useMarkdown: wire.use_markdown,
  options: wire.options,
  visibleOptions: wire.visible_options,
  optionsOrder: wire.options_order,
  allowOverlapping: wire.allow_overlapping,
});

export function questionHandlers({ store, limits }: Pick<HandlerParts, "store" | "limits">) {
  return {
    listQuestions: async ({ params }, { caller }) => ({
      items: (await store.read("listQuestions", caller, { datasetId: params.dataset_id })).map(questionToWire),
    }),
    getQuestionUsage: async ({ params }, { caller, left }) => ({
      items: await store.read("getQuestionUsage", caller, { questionId: params.question_id }, left),
    }),
    createQuestion: async ({ params, body }, { caller }) =>
      questionToWire(
        await store.write("createQuestion", caller, {
          datasetId: params.dataset_id,
          name: body.name,
          title: body.title,
          description: body.description ?? null,
          required: body.required ?? false,
          settings: questionSettingsFromWire(withinOptionLimits(body.settings, limits)),
        }),
      ),
    updateQuestion: async ({ params, body }, { caller }) =>
      questionToWire(
        await store.write("updateQuestion", caller, {
          questionId: params.question_id,
          title: body.title,
          description: body.description,
          settings: body.settings && changeFromWire(withinOptionLimits(body.settings, limits)),
        }),
      ),
    deleteQuestion: async ({ params }, { caller }) =>
      questionToWire(await store.write("deleteQuestion", caller, { questionId: params.question_id })),
  } satisfies Partial<Handlers>;
}
