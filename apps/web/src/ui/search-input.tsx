import { t } from "i18next";
import { Search, X } from "lucide-react";
import type { ComponentProps, KeyboardEvent, ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";
import { IconButton } from "./icon-button.tsx";
import { inputFrameClass } from "./input-frame.ts";
import { KeyCap } from "./key-cap.tsx";

type SearchInputProps = Omit<ComponentProps<"input">, "onChange" | "size" | "value" | "type"> & {
  /** the accessible name */
  label: string;
  value: string;
  onChange: (text: string) => void;
  onEnter?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** without it Escape empties the box */
  onEscape?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** by the ×; without it the box is only emptied */
  onClear?: () => void;
  /** the key that leads here, shown while the box is empty */
  keys?: string | undefined;
  /** before the text: where it is looked for */
  start?: ReactNode;
  /** before the ×: a count, arrows */
  end?: ReactNode;
  size?: "regular" | "compact";
  /** only its icon is seen, without a frame; it has the room that its `className` gives it */
  collapsed?: boolean;
};

/** A box to find something in; keys typed in it stay in it, so no shortcut fires. */
export function SearchInput(props: SearchInputProps) {
  const {
    label,
    value,
    onChange,
    onEnter,
    onEscape,
    onClear = () => onChange(""),
    keys,
    start,
    end,
    size = "regular",
    collapsed = false,
    className,
    onKeyDown,
    ...rest
  } = props;
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && onEnter !== undefined) {
      // Where the focus goes now, the same press would be one more.
      event.preventDefault();
      onEnter(event);
    }
    if (event.key !== "Escape") return;
    // The browser would empty the box by itself.
    event.preventDefault();
    (onEscape ?? (() => onChange("")))(event);
  };
  return (
    <div
      className={cx(
        inputFrameClass,
        "gap-2 text-soft",
        collapsed
          ? "relative justify-center border-transparent bg-transparent hover:bg-hover hover:text-ink"
          : "border-edge pl-2",
        size === "compact" ? "h-7 max-md:h-11" : "h-control",
        className,
      )}
    >
      <Icon of={Search} size={size === "compact" ? 14 : 16} />
      {!collapsed && start}
      <input
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={handleKeyDown}
        autoComplete="off"
        spellCheck={false}
        className={cx(
          "h-full min-w-0 flex-1 bg-transparent text-ink outline-0 [&::-webkit-search-cancel-button]:hidden",
          collapsed && "absolute inset-0 cursor-pointer opacity-0",
        )}
        {...rest}
      />
      {!collapsed && end}
      {value !== "" ? (
        <IconButton icon={X} label={t("common.clearSearch")} size="tiny" onClick={onClear} className="mr-1" />
      ) : (
        keys !== undefined && <KeyCap keys={keys} className="mr-1" />
      )}
    </div>
  );
}
