/**
 * All texts by area, so that every key is a type and a missing text is a compile error. An area has the name of the value that its
 * file exports. These are types alone: a file is loaded with the code that shows its texts.
 */
type Texts = typeof import("./en/account-menu.ts") &
  typeof import("./en/administration.ts") &
  typeof import("./en/annotation.ts") &
  typeof import("./en/bulk-view.ts") &
  typeof import("./en/command-lists.ts") &
  typeof import("./en/common.ts") &
  typeof import("./en/dataset-settings.ts") &
  typeof import("./en/datasets.ts") &
  typeof import("./en/drafts.ts") &
  typeof import("./en/drawers.ts") &
  typeof import("./en/elsewhere.ts") &
  typeof import("./en/export.ts") &
  typeof import("./en/filter-editing.ts") &
  typeof import("./en/importing.ts") &
  typeof import("./en/imports-here.ts") &
  typeof import("./en/inside.ts") &
  typeof import("./en/invitation.ts") &
  typeof import("./en/key-table.ts") &
  typeof import("./en/lists.ts") &
  typeof import("./en/lost-work.ts") &
  Omit<typeof import("./en/not-kept.ts"), "sayNotKept"> &
  typeof import("./en/password-rules.ts") &
  typeof import("./en/people-file.ts") &
  typeof import("./en/people.ts") &
  typeof import("./en/provider-sign-in.ts") &
  typeof import("./en/ranking.ts") &
  typeof import("./en/reorder.ts") &
  typeof import("./en/save-failure.ts") &
  typeof import("./en/search.ts") &
  typeof import("./en/session-ended.ts") &
  typeof import("./en/sign-in.ts") &
  typeof import("./en/snapshots.ts") &
  typeof import("./en/spans.ts") &
  typeof import("./en/task-datasets.ts") &
  typeof import("./en/task-parts.ts") &
  typeof import("./en/task-rules.ts") &
  typeof import("./en/task-settings.ts") &
  typeof import("./en/tasks.ts") &
  typeof import("./en/text-classification.ts") &
  typeof import("./en/text-writing.ts") &
  typeof import("./en/text2text.ts") &
  typeof import("./en/token-classification.ts") &
  typeof import("./en/typed-forms.ts") &
  typeof import("./en/unsaved.ts") &
  typeof import("./en/user-settings.ts") &
  typeof import("./en/welcome.ts");

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: Texts };
    returnNull: false;
  }
}

export {};
