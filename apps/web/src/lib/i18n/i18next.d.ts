import "i18next";
import type { bulkTexts } from "./bulk-texts.ts";
import type { datasetsTexts } from "./datasets-texts.ts";
import type { en } from "./en.ts";
import type { exportTexts } from "./export-texts.ts";
import type { insideTexts } from "./inside-texts.ts";
import type { lostTexts } from "./lost-texts.ts";
import type { namesTexts } from "./names-texts.ts";
import type { recordHistoryTexts } from "./record-history-texts.ts";
import type { settingsTexts } from "./settings-texts.ts";
import type { signOutTexts } from "./sign-out-texts.ts";
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

// Makes every key a type: a text that does not exist is a compile error.
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: {
      translation: typeof en &
        typeof insideTexts &
        typeof bulkTexts &
        typeof datasetsTexts &
        typeof exportTexts &
        typeof lostTexts &
        typeof namesTexts &
        typeof recordHistoryTexts &
        typeof settingsTexts &
        typeof signOutTexts &
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
        typeof tasksTexts;
    };
    returnNull: false;
  }
}
