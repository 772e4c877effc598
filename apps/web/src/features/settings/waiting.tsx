import { useTranslation } from "react-i18next";
import { Bone, Bones } from "../../ui/bone.tsx";

/** Bones where the content of a tab will stand. */
export function Waiting() {
  const { t } = useTranslation();
  return (
    <Bones label={t("common.loading")} className="space-y-3 px-6 py-6 max-md:px-4">
      <Bone width={240} />
      <Bone width={400} />
      <Bone width={320} />
    </Bones>
  );
}
