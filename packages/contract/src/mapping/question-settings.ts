import type { QuestionSettings } from "@postil/domain/datasets/question";
import type { SettingsChange } from "@postil/domain/settings/settings-change";
import type { WireQuestionSettings } from "../entities/questions.ts";
import type { ChangedQuestionSettings } from "../inputs/question-settings.ts";

const optionsToWire = (options: readonly { value: string; text: string; description: string | null }[]) =>
  options.map(({ value, text, description }) => ({ value, text, description }));

export function questionSettingsToWire(settings: QuestionSettings): WireQuestionSettings {
  switch (settings.type) {
    case "text":
      return { type: "text", use_markdown: settings.useMarkdown };
    case "rating":
      return { type: "rating", options: settings.options.map(({ value }) => ({ value })) };
    case "label_selection":
      return {
        type: "label_selection",
        options: optionsToWire(settings.options),
        visible_options: settings.visibleOptions,
      };
    case "multi_label_selection":
      return {
        type: "multi_label_selection",
        options: optionsToWire(settings.options),
        visible_options: settings.visibleOptions,
        options_order: settings.optionsOrder,
      };
    case "ranking":
      return { type: "ranking", options: optionsToWire(settings.options) };
    case "span":
      return {
        type: "span",
        field: settings.field,
        options: optionsToWire(settings.options),
        visible_options: settings.visibleOptions,
        allow_overlapping: settings.allowOverlapping,
        allow_character_annotation: settings.allowCharacterAnnotation,
      };
  }
}

export function questionSettingsFromWire(wire: WireQuestionSettings): QuestionSettings {
  switch (wire.type) {
    case "text":
      return { type: "text", useMarkdown: wire.use_markdown };
    case "rating":
      return { type: "rating", options: wire.options };
    case "label_selection":
      return { type: "label_selection", options: wire.options, visibleOptions: wire.visible_options };
    case "multi_label_selection":
      return {
        type: "multi_label_selection",
        options: wire.options,
        visibleOptions: wire.visible_options,
        optionsOrder: wire.options_order,
      };
    case "ranking":
      return { type: "ranking", options: wire.options };
    case "span":
      return {
        type: "span",
        field: wire.field,
        options: wire.options,
        visibleOptions: wire.visible_options,
        allowOverlapping: wire.allow_overlapping,
        allowCharacterAnnotation: wire.allow_character_annotation,
      };
  }
}

/** A change of settings as it is sent: members the type does not have, and those that stay, are left out (api-v1 6.7). */
export function settingsChangeToWire(change: SettingsChange): ChangedQuestionSettings {
  const { type } = change;
  if (type === "text") return { type, ...given("use_markdown", change.useMarkdown) };
  if (type === "rating" || type === "ranking") return { type };
  const shared = {
    ...given("options", change.options && optionsToWire(change.options)),
    ...given("visible_options", change.visibleOptions),
  };
  switch (type) {
    case "label_selection":
      return { type, ...shared };
    case "multi_label_selection":
      return { type, ...shared, ...given("options_order", change.optionsOrder) };
    case "span":
      return { type, ...shared, ...given("allow_overlapping", change.allowOverlapping) };
  }
}

/** The member, or nothing when it has no value. */
const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  // A computed name widens the type of the object to any name; there is only this one.
  (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Value };
