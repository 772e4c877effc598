import type { Command } from "../lib/commands/command.ts";
import { usePrintedKeys } from "../lib/commands/commands-provider.tsx";
import { Button, type ButtonProps } from "./button.tsx";

/** A button that runs a command and prints the command's keys; `keys` and `onClick` replace those. */
export function CommandButton({ command, ...rest }: ButtonProps & { command: Command }) {
  return <Button keys={usePrintedKeys(command)} onClick={command.run} {...rest} />;
}
