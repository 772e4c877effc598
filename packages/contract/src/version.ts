/**
 * The version of the wire format, not of Postil: clients compare its first two parts with their own and warn when they
 * differ (contract api-v1 5.11).
 */
export const WIRE_VERSION = "1.29.1";
