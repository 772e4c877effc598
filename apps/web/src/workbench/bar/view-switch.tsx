import { t } from "i18next";
import { SegmentedControl } from "../../ui/segmented-control.tsx";

export type ViewMode = "focus" | "bulk";

type ViewSwitchProps = {
  mode: ViewMode;
  onMode: (mode: ViewMode) => void;
  /** the keys that choose a mode, as `KeyCap` writes them */
  keys?: { readonly [Mode in ViewMode]?: string | undefined };
};

/** One record at a time, or a list of them. */
export function ViewSwitch({ mode, onMode, keys = {} }: ViewSwitchProps) {
  return (
    <div className="flex-none">
      <SegmentedControl
        label={t("filters.view.label")}
        options={[
          { value: "focus", label: t("filters.view.focus"), keys: keys.focus },
          { value: "bulk", label: t("filters.view.bulk"), keys: keys.bulk },
        ]}
        value={mode}
        onChange={onMode}
      />
    </div>
  );
}
