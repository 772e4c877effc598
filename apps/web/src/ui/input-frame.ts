/** The frame of everything one types into, without the colour of its border. */
export const inputFrameClass =
  "flex items-center rounded-control border bg-surface has-[input:focus-visible]:outline-(length:--focus-width) has-[input:focus-visible]:outline-accent has-[input:focus-visible]:outline-offset-(--focus-offset)";
