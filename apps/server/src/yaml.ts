import { parse, YAMLParseError } from "yaml";

/** YAML, and JSON, which is YAML too. The parser's own message shows the line, in which a secret may stand. */
export function readYaml(content: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    return { value: parse(content, { logLevel: "error" }) };
  } catch (error) {
    if (error instanceof YAMLParseError)
      return { fault: `${error.code.toLowerCase().replaceAll("_", " ")} in line ${error.linePos?.[0].line ?? "?"}` };
    // Aliases of aliases that would fill the memory.
    if (error instanceof ReferenceError) return { fault: "too many aliases" };
    throw error;
  }
}
