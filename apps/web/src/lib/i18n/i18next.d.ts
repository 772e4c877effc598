import "i18next";
import type { en } from "./en.ts";

/** The types of the files of `en/`. Each file is loaded with the code that shows its texts. */
type Texts = typeof en &
  typeof import("./en/account-menu.ts").texts &
  typeof import("./en/administration.ts").texts &
  typeof import("./en/audit.ts").texts &
  typeof import("./en/bulk-view.ts").texts &
  typeof import("./en/dataset-settings.ts").texts &
  typeof import("./en/datasets.ts").texts &
  typeof import("./en/empty-dataset.ts").texts &
  typeof import("./en/export.ts").texts &
  typeof import("./en/filter-editing.ts").texts &
  typeof import("./en/filter-sheet.ts").texts &
  typeof import("./en/flagged-records.ts").texts &
  typeof import("./en/guidelines.ts").texts &
  typeof import("./en/inside.ts").texts &
  typeof import("./en/invitation.ts").texts &
  typeof import("./en/invite-links.ts").texts &
  typeof import("./en/kept-bulk.ts").texts &
  typeof import("./en/key-table.ts").texts &
  typeof import("./en/lists.ts").texts &
  typeof import("./en/lost.ts").texts &
  typeof import("./en/names.ts").texts &
  typeof import("./en/no-match.ts").texts &
  typeof import("./en/not-kept.ts").texts &
  typeof import("./en/pace.ts").texts &
  typeof import("./en/people.ts").texts &
  typeof import("./en/provider-sign-in.ts").texts &
  typeof import("./en/ranking.ts").texts &
  typeof import("./en/record-details.ts").texts &
  typeof import("./en/record-history.ts").texts &
  typeof import("./en/reorder.ts").texts &
  typeof import("./en/save-failure.ts").texts &
  typeof import("./en/saved-views.ts").texts &
  typeof import("./en/saving-list.ts").texts &
  typeof import("./en/session.ts").texts &
  typeof import("./en/session-ended.ts").texts &
  typeof import("./en/settings.ts").texts &
  typeof import("./en/shortcut-sheet.ts").texts &
  typeof import("./en/sign-out.ts").texts &
  typeof import("./en/similarity-search.ts").texts &
  typeof import("./en/sorting.ts").texts &
  typeof import("./en/spans.ts").texts &
  typeof import("./en/task-classification.ts").texts &
  typeof import("./en/task-datasets.ts").texts &
  typeof import("./en/task-filters.ts").texts &
  typeof import("./en/task-panel.ts").texts &
  typeof import("./en/task-query.ts").texts &
  typeof import("./en/task-record.ts").texts &
  typeof import("./en/task-rules.ts").texts &
  typeof import("./en/task-settings.ts").texts &
  typeof import("./en/task-text2text.ts").texts &
  typeof import("./en/task-tokens.ts").texts &
  typeof import("./en/tasks.ts").texts &
  typeof import("./en/text-writing.ts").texts &
  typeof import("./en/typed-forms.ts").texts &
  typeof import("./en/welcome.ts").texts &
  typeof import("./en/workspaces.ts").texts;

// Makes every key a type, so a missing text is a compile error.
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: Texts };
    returnNull: false;
  }
}
