import { pythonFloat } from "@postil/domain/text/python-text";
import { z } from "zod";
import { integer, number, text } from "../wire/leaf.ts";
import { list, rule, variants } from "../wire/shape.ts";

/** Settings of a metadata property in requests (contract api-v1 7.3). */

const VALUES = { min: 1, max: 250 } as const;

type Bounds = { readonly min: number | null; readonly max: number | null };

const boundsFault =
  (printed: (bound: number) => string) =>
  ({ min, max }: Bounds): string | null =>
    min === null || max === null || min < max
      ? null
      : `'min' (${printed(min)}) must be lower than 'max' (${printed(max)})`;

export const NewMetadataSettings = variants(
  "type",
  {
    terms: z.object({ type: z.literal("terms"), values: list(text(), VALUES).nullable().default(null) }),
    integer: rule(
      z.object({
        type: z.literal("integer"),
        min: integer().nullable().default(null),
        max: integer().nullable().default(null),
      }),
      boundsFault(String),
    ),
    float: rule(
      z.object({
        type: z.literal("float"),
        min: number().nullable().default(null),
        max: number().nullable().default(null),
      }),
      boundsFault(pythonFloat),
    ),
  },
  "MetadataPropertyType",
);
