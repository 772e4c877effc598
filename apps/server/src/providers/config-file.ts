import { z } from "zod";
import { readYaml } from "../yaml.ts";

const text = z.string().trim().min(1);

const ProviderEntry = z.strictObject({
  name: text,
  client_id: text.optional(),
  client_secret: text.optional(),
  scope: text.optional(),
  redirect_uri: text.optional(),
  issuer: text.optional(),
  title: text.optional(),
  username_claim: text.optional(),
});
export type ProviderEntry = z.output<typeof ProviderEntry>;

const ConfigFile = z.strictObject({
  enabled: z.boolean().default(true),
  allow_http_redirect: z.boolean().default(false),
  providers: z.array(ProviderEntry).nullish(),
  allowed_workspaces: z.array(z.strictObject({ name: text })).nullish(),
});
export type ConfigFile = z.output<typeof ConfigFile>;

const SECRET = "client_secret";

/**
 * Reads the text of the file of providers, in the shape that Argilla's has (contract api-v1, below row 66). Every mistake is a
 * sentence that names the place, and the value unless it is a secret.
 */
export function readConfigFile(path: string, content: string): ConfigFile | { readonly mistakes: readonly string[] } {
  const read = readYaml(content);
  if ("fault" in read) return { mistakes: [`${path} is not YAML: ${read.fault}.`] };
  const result = ConfigFile.safeParse(read.value ?? {}, { reportInput: true });
  if (result.success) return result.data;
  return { mistakes: result.error.issues.map((issue) => `${path}: ${sentenceOf(issue)}`) };
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  const place = issue.path.join(".") || "the file";
  if (issue.code === "unrecognized_keys") return `${place} has ${issue.keys.join(", ")}, which is not known.`;
  if (issue.code === "invalid_type" && issue.input === undefined) return `${place} is missing.`;
  const value = issue.path.at(-1) === SECRET ? "set to a value that does not do" : JSON.stringify(issue.input);
  const wanted = issue.code === "invalid_type" ? `of the type ${issue.expected}` : "a text that is not empty";
  return `${place} is ${value}; it must be ${wanted}.`;
}
