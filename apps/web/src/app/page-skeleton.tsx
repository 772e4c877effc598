import { useTranslation } from "react-i18next";
import { Bone, Bones } from "../ui/bone.tsx";
import { Mark } from "../ui/mark.tsx";

/** Stands for a page whose code or user is not there yet: the header's height with the mark, nothing that could jump. */
export function PageSkeleton() {
  const { t } = useTranslation();
  return (
    <Bones label={t("common.loading")} className="h-dvh bg-paper">
      <div className="flex h-(--header) items-center gap-3 px-6 max-md:px-4">
        <Mark />
        <Bone width={120} />
      </div>
    </Bones>
  );
}
