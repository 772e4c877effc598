import type { MetadataMetrics, MetadataProperty, MetadataSettings } from "@postil/domain/datasets/metadata-property";
import { asFloat, asWhole } from "@postil/domain/text/json-numbers";
import type { ExactNumber } from "@postil/domain/text/whole-numbers";
import type {
  WireMetadataMetrics,
  WireMetadataProperty,
  WireMetadataSettings,
} from "../entities/metadata-properties.ts";
import { times, timesFromWire } from "../wire/time.ts";

function metadataSettingsToWire(settings: MetadataSettings): WireMetadataSettings {
  return settings.type === "terms"
    ? { type: "terms", values: settings.values && [...settings.values] }
    : { type: settings.type, ...boundsToWire(settings) };
}

type NumberRange = {
  readonly type: "integer" | "float";
  readonly min: ExactNumber | null;
  readonly max: ExactNumber | null;
};

/** Bounds are written in the form of their property's values. */
function boundsToWire({ type, min, max }: NumberRange): { min: number | null; max: number | null } {
  const inForm = (bound: ExactNumber | null) =>
    bound === null ? null : type === "float" && typeof bound === "number" ? asFloat(bound) : asWhole(bound);
  return { min: inForm(min), max: inForm(max) };
}

export const metadataPropertyToWire = (property: MetadataProperty): WireMetadataProperty => ({
  id: property.id,
  name: property.name,
  title: property.title,
  settings: metadataSettingsToWire(property.settings),
  visible_for_annotators: property.visibleForAnnotators,
  dataset_id: property.datasetId,
  ...times(property),
});

/**
 * A declared bound is a number on both sides; the server has rounded it beyond 2^53, and the browser reads such a
 * number as a bigint.
 */
const metadataSettingsFromWire = (wire: WireMetadataSettings): MetadataSettings =>
  wire.type === "terms"
    ? wire
    : {
        type: wire.type,
        min: wire.min === null ? null : Number(wire.min),
        max: wire.max === null ? null : Number(wire.max),
      };

export const metadataPropertyFromWire = (wire: WireMetadataProperty): MetadataProperty => ({
  id: wire.id,
  name: wire.name,
  title: wire.title,
  settings: metadataSettingsFromWire(wire.settings),
  visibleForAnnotators: wire.visible_for_annotators,
  datasetId: wire.dataset_id,
  ...timesFromWire(wire),
});

/** The metrics of a property for a reply (FEN-20). */
export const metadataMetricsToWire = (metrics: MetadataMetrics): WireMetadataMetrics =>
  metrics.type === "terms"
    ? {
        type: "terms",
        total: metrics.total,
        values: metrics.values.map(({ term, count }) => ({ term, count })),
      }
    : { type: metrics.type, ...boundsToWire(metrics) };

/** Both sides have the same members. The browser reads ends beyond 2^53 as bigints and keeps their digits. */
export const metadataMetricsFromWire = (wire: WireMetadataMetrics): MetadataMetrics =>
  wire.type === "integer"
    ? { type: wire.type, min: endFromWire(wire.min), max: endFromWire(wire.max) }
    : (wire as MetadataMetrics);

const endFromWire = (end: number | bigint | null): ExactNumber | null => (typeof end === "bigint" ? String(end) : end);
