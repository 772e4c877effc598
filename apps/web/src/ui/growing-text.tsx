import { textDirection } from "@postil/domain/text/text-direction";
import { type ComponentProps, type Ref, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { cx } from "./cx.ts";

type GrowingTextProps = Omit<ComponentProps<"textarea">, "ref" | "value" | "onChange"> & {
  ref: Ref<HTMLTextAreaElement>;
  label: string;
  value: string;
  onText: (text: string) => void;
};

/** The browser grows the box itself if it can. Otherwise its height is set after each change. */
const GROWS = typeof CSS !== "undefined" && CSS.supports?.("field-sizing", "content") === true;

/** A plain text box that grows with its text, up to 60 % of the window. Pasted text loses its format, as in every textarea. */
export function GrowingText({ ref, label, value, onText, className, ...rest }: GrowingTextProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(ref, () => area.current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what changes the height.
  useLayoutEffect(() => {
    if (GROWS || area.current === null) return;
    area.current.style.height = "auto";
    area.current.style.height = `${area.current.scrollHeight + 2}px`;
  }, [value]);
  return (
    <textarea
      ref={area}
      dir={textDirection(value)}
      rows={2}
      aria-label={label}
      value={value}
      onChange={(event) => onText(event.target.value)}
      className={cx(className, "max-h-[60vh] resize-none overflow-auto [field-sizing:content]")}
      {...rest}
    />
  );
}
