import { type ParseArgsConfig, parseArgs } from "node:util";
import { StartFailure } from "../start-failure.ts";

/** parseArgs with its complaint, and the usage below it, as the sentence the command ends with. */
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

/** As many positional arguments as `names` names, no fewer and no more. */
export function positionals<const N extends readonly string[]>(
  given: readonly string[],
  names: N,
  usage: string,
): { readonly [K in keyof N]: string } {
  if (given.length === names.length) return given as { readonly [K in keyof N]: string }; // as many as there are names
  const [more] = given.slice(names.length);
  const expected = names.length === 0 ? "no names" : names.join(" ");
  const tooMuch = more === undefined ? "" : `; "${more}" is one too many`;
  throw new StartFailure(`Expected ${expected} here${tooMuch}.\n\n${usage}`);
}
