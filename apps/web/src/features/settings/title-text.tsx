import { LONGEST, titleFault } from "@postil/domain/settings/settings-form";
import { t } from "i18next";
import { LimitedText } from "./form-fields.tsx";

type TitleTextProps = { name: string; title: string; onChange: (title: string) => void };

/** The title of a row of a table, whose column has the label. */
export function TitleText({ name, title, onChange }: TitleTextProps) {
  return (
    <LimitedText
      label={t("datasetSettings.form.titleOf", { name })}
      value={title}
      onChange={onChange}
      faultOf={titleFault}
      max={LONGEST.title}
      placeholder={name}
      className="min-w-52"
    />
  );
}
