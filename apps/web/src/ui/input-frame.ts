/** The frame of text inputs, without the border colour. */
export const inputFrameClass =
  "flex items-center rounded-control border bg-surface has-[input:focus-visible]:outline-(length:--focus-width) has-[input:focus-visible]:outline-accent has-[input:focus-visible]:outline-offset-(--focus-offset)";
