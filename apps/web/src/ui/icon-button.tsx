import type { ComponentProps } from "react";
import { useAriaKeys } from "./button.tsx";
import { cx } from "./cx.ts";
import { Icon, type IconType } from "./icon.tsx";
import { Tooltip } from "./tooltip.tsx";

type IconButtonSize = "regular" | "small" | "tiny";

export type IconButtonProps = Omit<ComponentProps<"button">, "type" | "children" | "aria-label"> & {
  icon: IconType;
  /** the accessible name, also the tooltip; with `translate="no"` if it contains a name or a text from the data */
  label: string;
  keys?: string | undefined;
  /** true: drawn in accent fill; sets `aria-pressed` */
  on?: boolean;
  /** regular follows the control height, small 28 px, tiny 24 px */
  size?: IconButtonSize;
};

const SIZES: { readonly [Size in IconButtonSize]: string } = {
  regular: "size-control",
  small: "size-7",
  tiny: "size-6",
};

const SHAPE = "inline-grid flex-none place-items-center rounded-control disabled:opacity-60";
const RESTING = "text-soft hover:bg-hover hover:text-ink disabled:hover:bg-transparent disabled:hover:text-soft";
/** The look of a square icon control, for links among icon buttons. */
export const iconControlClass = `${SHAPE} ${RESTING}`;

export function IconButton({ icon, label, keys, on, size = "regular", className, ...rest }: IconButtonProps) {
  const ariaKeys = useAriaKeys(keys);
  return (
    <Tooltip text={label} keys={keys} width="fit">
      <button
        type="button"
        aria-label={label}
        aria-pressed={on}
        aria-keyshortcuts={ariaKeys}
        className={cx(SHAPE, SIZES[size], on === true ? "bg-accent-fill text-accent fill-ring" : RESTING, className)}
        {...rest}
      >
        <Icon of={icon} size={size === "tiny" ? 14 : 16} />
      </button>
    </Tooltip>
  );
}
