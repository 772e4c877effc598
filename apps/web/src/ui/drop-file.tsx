import { Upload } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";

type DropFileProps = {
  /** endings and media types, with commas between them */
  accept: string;
  chooseLabel: string;
  /** `isFolder`: a folder was dropped */
  onFiles: (files: readonly File[], isFolder: boolean) => void;
  /** what stands above the button */
  children: ReactNode;
  /** beside the button */
  buttons?: ReactNode;
  /** below the buttons */
  below?: ReactNode;
  className?: string;
};

/** The place to drop a file. The button in it does the same by keyboard. */
export function DropFile({ accept, chooseLabel, onFiles, children, buttons, below, className }: DropFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const isFolder = [...event.dataTransfer.items].some((item) => item.webkitGetAsEntry?.()?.isDirectory === true);
    onFiles([...event.dataTransfer.files], isFolder);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop files; the button in it does the same by keyboard
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={cx(
        "grid justify-items-start gap-1 rounded-panel border-[1.5px] border-dashed px-12 py-8 max-md:px-4",
        isOver ? "border-accent bg-accent-fill" : "border-edge bg-surface",
        className,
      )}
    >
      <Icon of={Upload} size={24} className="mb-2 text-soft" />
      {children}
      <div className="mt-4 flex flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          accept={accept}
          aria-label={chooseLabel}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])], false);
            // The same file can be chosen again after it was changed.
            event.target.value = "";
          }}
        />
        <Button variant="primary" onClick={() => input.current?.click()}>
          {chooseLabel}
        </Button>
        {buttons}
      </div>
      {below}
    </div>
  );
}
