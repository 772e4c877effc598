import { lazyPart } from "../../ui/lazy-part.tsx";
import type { OpensHere } from "../../ui/on-demand.tsx";
import { RecordList } from "./record-list.tsx";
import type { RecordMenuProps } from "./record-menu-props.ts";

const RecordDetails = lazyPart(() => import("./record-details.tsx"));
const RecordHistory = lazyPart(() => import("../history/record-history.tsx"));

/** What stands behind `RecordMenu`. */
export function RecordMenuList({ record, properties, ...rest }: RecordMenuProps & OpensHere) {
  return (
    <RecordList
      {...rest}
      details={(close) => <RecordDetails record={record} properties={properties} onClose={close} whenMissing={close} />}
      history={(close) => <RecordHistory recordId={record.id} onClose={close} whenMissing={close} />}
    />
  );
}
