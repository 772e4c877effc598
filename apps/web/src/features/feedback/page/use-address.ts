import type { RecordsAddress } from "@postil/domain/search/records-address";
import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import { useQueueFamily } from "../../../workbench/family/family.ts";
import { type SpelledAddress, useSpelledAddress } from "../../../workbench/frame/use-spelled-address.ts";

export type Address = SpelledAddress<RecordsAddress> & {
  /** The absolute address that opens one record. */
  readonly linkTo: (recordId: string) => string;
};

/** The view of the page in its address (VST-02, VST-03, VST-06, VST-07). Entries of other parts of the page stay. */
export function useAddress(): Address {
  const { history } = useRouter();
  const { asked, tell } = useSpelledAddress(useQueueFamily().address);
  return useMemo(
    () => ({
      asked,
      tell,
      linkTo: (recordId) => `${window.location.origin}${history.location.pathname}?record=${recordId}`,
    }),
    [asked, tell, history],
  );
}
