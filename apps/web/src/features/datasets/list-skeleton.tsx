import { useTranslation } from "react-i18next";
import { Bone, Bones } from "../../ui/bone.tsx";

/** Eight rows (screens 6.4). */
const ROWS = [180, 128, 152, 112, 168, 140, 120, 156];

/** Stands exactly where the rows will. */
export function ListSkeleton() {
  const { t } = useTranslation();
  return (
    <Bones label={t("common.loading")} className="pt-9">
      {ROWS.map((width) => (
        <div
          key={width}
          className="flex h-12 items-center justify-between gap-12 border-line border-b pl-10 first:border-t max-[640px]:h-24 max-[640px]:pl-0"
        >
          <Bone width={width} />
          <span className="flex gap-12 max-[780px]:hidden">
            <Bone width={96} />
            <Bone width={152} />
            <Bone width={72} />
          </span>
        </div>
      ))}
    </Bones>
  );
}
