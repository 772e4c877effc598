import "i18next";
import type { accountMenuTexts } from "./account-menu-texts.ts";
import type { administrationTexts } from "./administration-texts.ts";
import type { auditTexts } from "./audit-texts.ts";
import type { bulkTexts } from "./bulk-texts.ts";
import type { datasetsTexts } from "./datasets-texts.ts";
import type { emptyDatasetTexts } from "./empty-dataset-texts.ts";
import type { en } from "./en.ts";
import type { exportTexts } from "./export-texts.ts";
import type { filterEditingTexts } from "./filter-editing-texts.ts";
import type { filterSheetTexts } from "./filter-sheet-texts.ts";
import type { flaggedRecordsTexts } from "./flagged-records-texts.ts";
import type { guidelinesDrawerTexts } from "./guidelines-texts.ts";
import type { insideTexts } from "./inside-texts.ts";
import type { invitationTexts } from "./invitation-texts.ts";
import type { inviteLinksTexts } from "./invite-links-texts.ts";
import type { keptBulkTexts } from "./kept-bulk-texts.ts";
import type { keyTableTexts } from "./key-table-texts.ts";
import type { listsTexts } from "./lists-texts.ts";
import type { lostTexts } from "./lost-texts.ts";
import type { namesTexts } from "./names-texts.ts";
import type { noMatchTexts } from "./no-match-texts.ts";
import type { notKeptTexts } from "./not-kept-texts.ts";
import type { paceTexts } from "./pace-texts.ts";
import type { peopleTexts } from "./people-texts.ts";
import type { providerSignInTexts } from "./provider-sign-in-texts.ts";
import type { rankingTexts } from "./ranking-texts.ts";
import type { recordDetailsTexts } from "./record-details-texts.ts";
import type { recordHistoryTexts } from "./record-history-texts.ts";
import type { reorderTexts } from "./reorder-texts.ts";
import type { saveFailureTexts } from "./save-failure-texts.ts";
import type { savedViewsTexts } from "./saved-views-texts.ts";
import type { savingListTexts } from "./saving-list-texts.ts";
import type { sessionEndedTexts } from "./session-ended-texts.ts";
import type { sessionTexts } from "./session-texts.ts";
import type { settingsTexts } from "./settings-texts.ts";
import type { shortcutSheetTexts } from "./shortcut-sheet-texts.ts";
import type { signOutTexts } from "./sign-out-texts.ts";
import type { similaritySearchTexts } from "./similarity-search-texts.ts";
import type { sortingTexts } from "./sorting-texts.ts";
import type { spansTexts } from "./spans-texts.ts";
import type { classificationTexts } from "./task-classification-texts.ts";
import type { taskDatasetsTexts } from "./task-datasets-texts.ts";
import type { taskFiltersTexts } from "./task-filters-texts.ts";
import type { taskPanelTexts } from "./task-panel-texts.ts";
import type { taskQueryTexts } from "./task-query-texts.ts";
import type { taskRecordTexts } from "./task-record-texts.ts";
import type { taskRulesTexts } from "./task-rules-texts.ts";
import type { taskSettingsTexts } from "./task-settings-texts.ts";
import type { text2textTexts } from "./task-text2text-texts.ts";
import type { taskTokensTexts } from "./task-tokens-texts.ts";
import type { tasksTexts } from "./tasks-texts.ts";
import type { textWritingTexts } from "./text-writing-texts.ts";
import type { typedFormsTexts } from "./typed-forms-texts.ts";
import type { welcomeTexts } from "./welcome-texts.ts";
import type { workspacesTexts } from "./workspaces-texts.ts";

// Makes every key a type: a text that does not exist is a compile error.
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: {
      translation: typeof en &
        typeof insideTexts &
        typeof accountMenuTexts &
        typeof administrationTexts &
        typeof keptBulkTexts &
        typeof keyTableTexts &
        typeof listsTexts &
        typeof peopleTexts &
        typeof auditTexts &
        typeof bulkTexts &
        typeof datasetsTexts &
        typeof exportTexts &
        typeof notKeptTexts &
        typeof typedFormsTexts &
        typeof invitationTexts &
        typeof inviteLinksTexts &
        typeof lostTexts &
        typeof namesTexts &
        typeof providerSignInTexts &
        typeof recordDetailsTexts &
        typeof recordHistoryTexts &
        typeof sessionEndedTexts &
        typeof sessionTexts &
        typeof settingsTexts &
        typeof signOutTexts &
        typeof savedViewsTexts &
        typeof savingListTexts &
        typeof saveFailureTexts &
        typeof sortingTexts &
        typeof paceTexts &
        typeof guidelinesDrawerTexts &
        typeof rankingTexts &
        typeof noMatchTexts &
        typeof flaggedRecordsTexts &
        typeof shortcutSheetTexts &
        typeof emptyDatasetTexts &
        typeof filterEditingTexts &
        typeof reorderTexts &
        typeof filterSheetTexts &
        typeof textWritingTexts &
        typeof similaritySearchTexts &
        typeof spansTexts &
        typeof classificationTexts &
        typeof taskDatasetsTexts &
        typeof taskFiltersTexts &
        typeof taskPanelTexts &
        typeof taskQueryTexts &
        typeof taskSettingsTexts &
        typeof taskRecordTexts &
        typeof taskRulesTexts &
        typeof text2textTexts &
        typeof taskTokensTexts &
        typeof tasksTexts &
        typeof welcomeTexts &
        typeof workspacesTexts;
    };
    returnNull: false;
  }
}
