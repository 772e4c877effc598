import { fieldToWire } from "@postil/contract/mapping/fields";
import type { FieldSettings } from "@postil/domain/datasets/field";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

const settingsFromWire = (wire: { readonly use_markdown: boolean }): FieldSettings => ({
  type: "text",
  useMarkdown: wire.use_markdown,
});

export function fieldHandlers({ store }: HandlerParts) {
  return {
    listFields: async ({ params }, { caller }) => ({
      items: (await store.read("listFields", caller, { datasetId: params.dataset_id })).map(fieldToWire),
    }),
    createField: async ({ params, body }, { caller }) =>
      fieldToWire(
        await store.write("createField", caller, {
          datasetId: params.dataset_id,
          name: body.name,
          title: body.title,
          required: body.required ?? false,
          settings: settingsFromWire(body.settings),
        }),
      ),
    updateField: async ({ params, body }, { caller }) =>
      fieldToWire(
        await store.write("updateField", caller, {
          fieldId: params.field_id,
          title: body.title,
          settings: body.settings && settingsFromWire(body.settings),
        }),
      ),
    deleteField: async ({ params }, { caller }) =>
      fieldToWire(await store.write("deleteField", caller, { fieldId: params.field_id })),
  } satisfies Partial<Handlers>;
}
