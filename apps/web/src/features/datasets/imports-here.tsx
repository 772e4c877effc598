import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { t } from "i18next";
import { FileUp, PencilRuler, Plus } from "lucide-react";
import "../../lib/i18n/en/imports-here.ts";
import { isRunning, uploadsQuery } from "../../lib/api/queries/uploads.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { textLinkClass } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";

/** The way to a new dataset: a button in the list, or the first card where there are no datasets. Loaded after the list. */
export default function ImportsHere({ as }: { as: "button" | "card" }) {
  return as === "card" ? <ImportCard /> : <ImportButton />;
}

function ImportButton() {
  // Without an answer there is no line; the page of the import has the failure.
  const navigate = useNavigate();
  const { data } = useQuery(uploadsQuery());
  const running = data?.filter(isRunning).length ?? 0;
  return (
    <>
      {running > 0 && (
        <Link to="/datasets/new" className={`${textLinkClass} px-2`}>
          {t("importsHere.running", { count: running })}
        </Link>
      )}
      <Menu
        label={t("forms.newDataset")}
        placement="bottom end"
        onAction={(way) => void navigate({ to: way === "file" ? "/datasets/new" : "/datasets/by-hand" })}
        trigger={
          <Button>
            <Icon of={Plus} />
            {t("forms.newDataset")}
          </Button>
        }
      >
        <MenuItem id="file" icon={FileUp}>
          {t("importsHere.fromFile")}
        </MenuItem>
        <MenuItem id="hand" icon={PencilRuler}>
          {t("forms.withoutFile")}
        </MenuItem>
      </Menu>
    </>
  );
}

function ImportCard() {
  return (
    <li className="relative pb-7 pl-10">
      <span aria-hidden="true" className="absolute top-1 left-0 text-soft">
        <Icon of={FileUp} />
      </span>
      <h2 className="font-strong text-lead">{t("importsHere.card.title")}</h2>
      <p className="mb-2 text-soft">{t("importsHere.card.text")}</p>
      <div className="flex flex-wrap gap-2">
        <Link to="/datasets/new" className={buttonClass("primary", "regular")}>
          {t("forms.chooseFile")}
        </Link>
        <Link to="/datasets/by-hand" className={buttonClass("secondary", "regular")}>
          {t("forms.withoutFile")}
        </Link>
      </div>
    </li>
  );
}
