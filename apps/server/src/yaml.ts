import { parse, YAMLParseError } from "yaml";

/** Reads YAML, and so JSON. The parser's own message is not used: it shows the line, which may contain a secret. */
export function readYaml(content: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    return { value: parse(content, { logLevel: "error" }) };
  } catch (error) {
    if (error instanceof YAMLParseError)
      return { fault: `${error.code.toLowerCase().replaceAll("_", " ")} in line ${error.linePos?.[0].line ?? "?"}` };
    // Nested aliases that would fill the memory.
    if (error instanceof ReferenceError) return { fault: "too many aliases" };
    throw error;
  }
}
