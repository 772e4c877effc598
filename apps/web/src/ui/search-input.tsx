import { t } from "i18next";
import { Search, X } from "lucide-react";
import type { ComponentProps, KeyboardEvent, ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { cx, inputFrameClass } from "./cx.ts";
import { Icon } from "./icon.tsx";
import { KeyCap } from "./key-cap.tsx";

type SearchInputProps = Omit<ComponentProps<"input">, "onChange" | "size" | "value" | "type"> & {
  /** the accessible name, shown while the box is empty unless there is a `placeholder` */
  label: string;
  value: string;
  onChange: (text: string) => void;
  onEnter?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** default: Escape empties the box */
  onEscape?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** called by the ×; default: empties the box */
  onClear?: () => void;
  /** the key that focuses the box, shown while the box is empty */
  keys?: string | undefined;
  /** before the text, such as the choice of a field */
  start?: ReactNode;
  /** before the ×, such as a count and arrows */
  end?: ReactNode;
  size?: "regular" | "compact";
  /** true: shows only the icon, without a frame; `className` sets its width */
  collapsed?: boolean;
};

/** A search box. Keys typed in it do not run shortcuts. */
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
      // Otherwise the same press would also act on the element that gets the focus.
      event.preventDefault();
      onEnter(event);
    }
    if (event.key !== "Escape") return;
    // Otherwise the browser would empty the box itself.
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
        placeholder={label}
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
        <IconButton icon={X} label={t("words.clearSearch")} size="tiny" onClick={onClear} className="mr-1" />
      ) : (
        keys !== undefined && <KeyCap keys={keys} className="mr-1" />
      )}
    </div>
  );
}
