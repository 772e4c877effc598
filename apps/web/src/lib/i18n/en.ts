import { annotation } from "./en/annotation.ts";
import { commands } from "./en/commands.ts";
import { common } from "./en/common.ts";
import { datasets } from "./en/datasets.ts";
import { errors } from "./en/errors.ts";
import { questions } from "./en/questions.ts";
import { saving } from "./en/saving.ts";
import { session } from "./en/session.ts";
import { settings } from "./en/settings.ts";

/** Every text a person can read, one object per area (I18-02). Loaded lazily by `start.ts`; import it nowhere else. */
export const en = { annotation, commands, common, datasets, errors, questions, saving, session, settings } as const;
