import type { KeyboardEvent, ReactNode } from "react";
import { isSaveKey } from "../../ui/settings/save-keys.ts";
import { ItemSaveRow } from "./item-form.tsx";
import type { Item } from "./use-item.ts";

/** Items as table rows; on a phone each row is a block. The last column is for Cancel and Update. */
export function ItemTable({ heads, children }: { heads: readonly string[]; children: ReactNode }) {
  return (
    <table className="w-full max-w-[1280px] text-left max-md:block">
      <thead className="max-md:sr-only">
        <tr className="h-9 border-line border-b text-small text-soft">
          {heads.map((head) => (
            <th key={head} scope="col" className="pr-3 font-body">
              {head}
            </th>
          ))}
          <td className="w-60" />
        </tr>
      </thead>
      <tbody className="max-md:block">{children}</tbody>
    </table>
  );
}

/** Enter in the title, and Ctrl or Cmd and S anywhere in the row, mean Update. */
export function ItemRow<Form>({ name, item, children }: { name: string; item: Item<Form>; children: ReactNode }) {
  const onKeyDown = (event: KeyboardEvent) => {
    const inText = event.target instanceof HTMLInputElement && event.target.type !== "checkbox";
    if (!isSaveKey(event) && !(event.key === "Enter" && inText)) return;
    event.preventDefault();
    item.update();
  };
  return (
    <tr onKeyDown={onKeyDown} className="border-line border-b align-top max-md:block max-md:py-3">
      <th scope="row" className="py-2 pr-3 font-strong leading-8 [overflow-wrap:anywhere] max-md:block max-md:py-0">
        {name}
      </th>
      {children}
      <td className="py-2 max-md:block max-md:py-0">
        {(item.edited || item.state !== "resting") && <ItemSaveRow name={name} item={item} alone />}
      </td>
    </tr>
  );
}

export function Cell({ children }: { children: ReactNode }) {
  return <td className="py-2 pr-3 leading-8 max-md:block max-md:py-1">{children}</td>;
}
