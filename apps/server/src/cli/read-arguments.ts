import { type ParseArgsConfig, parseArgs } from "node:util";
import { StartFailure } from "../start-failure.ts";

/** Calls parseArgs. A mistake ends the command with its message and the usage below it. */
export function readArguments<O extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: O,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true, tokens: true });
  } catch (error) {
    throw new StartFailure(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

/** Checks that there is exactly one positional argument for each of `names`. */
export function positionals<const N extends readonly string[]>(
  given: readonly string[],
  names: N,
  usage: string,
): { readonly [K in keyof N]: string } {
  if (given.length === names.length) return given as { readonly [K in keyof N]: string }; // one for each name
  const [more] = given.slice(names.length);
  const expected = names.length === 0 ? "no names" : names.join(" ");
  const tooMuch = more === undefined ? "" : `; "${more}" is one too many`;
  throw new StartFailure(`Expected ${expected} here${tooMuch}.\n\n${usage}`);
}
