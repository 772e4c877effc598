import { t } from "i18next";
import { Download } from "lucide-react";
import { useState } from "react";
import { errorMessage, failureOf } from "../../lib/api/failure.ts";
import { savePersonData } from "../../lib/person-data.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "./sections.tsx";

type State = "idle" | "collecting" | "saved" | { readonly failed: string };

/** All that the server keeps about the user, as one file (OPD-01, design/user-settings.md#my-data). */
export function MyData({ username }: { username: string }) {
  const [state, setState] = useState<State>("idle");
  const save = async () => {
    setState("collecting");
    try {
      await savePersonData(username, null);
      setState("saved");
    } catch (error) {
      const failure = failureOf(error);
      console.error("The data could not be downloaded", error);
      setState({ failed: failure === null ? t("settings.data.broken") : errorMessage(failure).lines.join(" ") });
    }
  };
  return (
    <Section id="data" heading={t("settings.data.heading")} note={t("settings.data.note")}>
      <p className="max-w-160 pt-1 pb-3">{t("settings.data.what")}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={Download} disabled={state === "collecting"} onClick={() => void save()}>
          {t("settings.data.download")}
        </Button>
        <p role="status" className="text-small text-soft">
          {(state === "collecting" || state === "saved") && t(`settings.data.${state}`)}
        </p>
        {typeof state === "object" && (
          <p role="alert" className="text-danger text-small">
            {state.failed}
          </p>
        )}
      </div>
    </Section>
  );
}
