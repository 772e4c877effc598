import { referenceBy, type VectorRecord, vectorsOfRecord } from "@postil/domain/tasks/page-vectors";
import { storedAs } from "@postil/domain/tasks/record-edit";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import { Waypoints } from "lucide-react";
import { MenuItem, SubMenu } from "../../../ui/menu.tsx";
import { useTaskPage } from "../page/task-page-context.ts";

/** Shows the records that are like this one: at once by its only vector, by the one that is chosen where it has several (TSE-26). */
export function SimilarItem({ record }: { record: ShownTaskRecord }) {
  const { vectors, likeness, showLike } = useTaskPage();
  const own = vectorsOfRecord(vectors, record, likeness);
  const [first, second] = own;
  const show = (vector: VectorRecord | undefined) => {
    if (vector !== undefined) showLike(referenceBy(storedAs(record), vector));
  };
  const title = t("taskRecord.similar");
  if (second === undefined) {
    const note = first === undefined ? t("similarity.none") : undefined;
    return (
      <MenuItem icon={Waypoints} note={note} isDisabled={first === undefined} onAction={() => show(first)}>
        {title}
      </MenuItem>
    );
  }
  return (
    <SubMenu
      icon={Waypoints}
      title={title}
      selected={own.find(({ isActive }) => isActive)?.name ?? ""}
      choices={own.map(({ name }) => name)}
      onChoose={(chosen) => show(own.find(({ name }) => name === chosen))}
    >
      {(name) => name}
    </SubMenu>
  );
}
