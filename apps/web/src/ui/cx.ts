/** Joins class names and leaves out empty ones. */
export function cx(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}

/** The look of a link within text. */
export const textLinkClass = "text-accent underline-offset-[3px] hover:underline";

/** The frame of text inputs, without the border colour. */
export const inputFrameClass =
  "flex items-center rounded-control border bg-surface has-[input:focus-visible]:outline-(length:--focus-width) has-[input:focus-visible]:outline-accent has-[input:focus-visible]:outline-offset-(--focus-offset)";
