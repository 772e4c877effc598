import type { ComponentProps, KeyboardEvent } from "react";
import { useKeysHere, useRests } from "../lib/commands/keys-here.ts";
import { cx } from "./cx.ts";
import { Icon, type IconType } from "./icon.tsx";
import { KeyCap } from "./key-cap.tsx";
import { Tooltip } from "./tooltip.tsx";

type ButtonVariant = "primary" | "secondary" | "quiet" | "ghost" | "danger";
type ButtonSize = "regular" | "compact" | "large" | "touch";

export type ButtonProps = Omit<ComponentProps<"button">, "type"> & {
  /** primary: the main action; secondary: white; quiet: no frame, in ink; ghost: no frame, dimmed */
  variant?: ButtonVariant;
  /** regular 32 px (28 compact density, 44 on a phone), compact 28, large 40, touch 44 */
  size?: ButtonSize;
  icon?: IconType;
  /** printed at the right, in the form that `KeyCap` takes */
  keys?: string | undefined;
  /** true: drawn in accent fill, because this filter is active or this panel is open */
  on?: boolean;
  /** looks disabled but can be focused and pressed, so that it can tell why */
  inactive?: boolean;
  type?: "button" | "submit";
};

const SIZES: { readonly [Size in ButtonSize]: string } = {
  regular: "h-control",
  compact: "h-7 max-md:h-11",
  large: "h-10 justify-center max-md:h-11",
  touch: "h-11 justify-center",
};

const VARIANTS: { readonly [Variant in ButtonVariant]: string } = {
  primary:
    "border-accent bg-accent px-3 font-strong text-on-accent hover:bg-[color-mix(in_srgb,var(--ink)_12%,var(--accent))]",
  secondary: "border-line bg-surface px-3 hover:bg-[color-mix(in_srgb,var(--ink)_4%,var(--surface))]",
  quiet: "border-transparent px-2 hover:bg-hover",
  ghost: "border-transparent px-2 text-soft hover:bg-hover hover:text-ink",
  danger: "border-danger bg-surface px-3 font-strong text-danger hover:bg-danger-fill",
};

/** A disabled button has no colour. High contrast has no fills, so it shows dashes. */
const RESTING = {
  framed:
    "border-transparent bg-sunken px-3 text-soft in-data-[theme^=contrast]:border-line in-data-[theme^=contrast]:border-dashed",
  frameless: "border-transparent px-2 text-soft",
} as const;

const ON = "border-transparent bg-accent-fill px-2 text-ink fill-ring";

const BASE = "group/button inline-flex items-center gap-2 rounded-control border whitespace-nowrap";

/** The look of a button, for a link in the place of a button. */
export const buttonClass = (variant: ButtonVariant, size: ButtonSize, className?: string): string =>
  cx(BASE, SIZES[size], VARIANTS[variant], className);

export function Button(props: ButtonProps) {
  const {
    variant = "secondary",
    size = "regular",
    icon,
    keys,
    on = false,
    inactive = false,
    className,
    children,
    ...rest
  } = props;
  const ariaKeys = useAriaKeys(keys);
  const resting = rest.disabled === true || inactive;
  return (
    <button
      type="button"
      data-variant={resting ? "resting" : variant}
      aria-disabled={inactive || undefined}
      aria-keyshortcuts={ariaKeys}
      className={cx(
        BASE,
        SIZES[size],
        resting
          ? RESTING[variant === "quiet" || variant === "ghost" ? "frameless" : "framed"]
          : on
            ? ON
            : VARIANTS[variant],
        className,
      )}
      {...rest}
    >
      {icon && <Icon of={icon} />}
      {children}
      {keys !== undefined && <KeyCap keys={keys} />}
    </button>
  );
}

/** `Mod+Enter` as `aria-keyshortcuts` writes it, with the keys that work where the focus is. */
function useAriaKeys(keys: string | undefined): string | undefined {
  const here = useKeysHere(keys);
  return useRests(here) ? undefined : here?.replace(/\$?[Mm]od\b/, "Control");
}

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

const ICON_SIZES: { readonly [Size in IconButtonSize]: string } = {
  regular: "size-control",
  small: "size-7",
  tiny: "size-6",
};

const ICON_SHAPE = "inline-grid flex-none place-items-center rounded-control disabled:opacity-60";
const ICON_RESTING = "text-soft hover:bg-hover hover:text-ink disabled:hover:bg-transparent disabled:hover:text-soft";
/** The look of a square icon control, for links among icon buttons. */
export const iconControlClass = `${ICON_SHAPE} ${ICON_RESTING}`;

export function IconButton({ icon, label, keys, on, size = "regular", className, ...rest }: IconButtonProps) {
  const ariaKeys = useAriaKeys(keys);
  return (
    <Tooltip text={label} keys={keys} width="fit">
      <button
        type="button"
        aria-label={label}
        aria-pressed={on}
        aria-keyshortcuts={ariaKeys}
        className={cx(
          ICON_SHAPE,
          ICON_SIZES[size],
          on === true ? "bg-accent-fill text-accent fill-ring" : ICON_RESTING,
          className,
        )}
        {...rest}
      >
        <Icon of={icon} size={size === "tiny" ? 14 : 16} />
      </button>
    </Tooltip>
  );
}

/** Space presses the control once, on key down. With Shift it is a command. The browser's own press on key up is prevented. */
export function pressOnSpace(event: KeyboardEvent, press: () => void): void {
  if (event.key !== " " || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  if (!event.repeat) press();
}
