import type { z } from "zod";
import {
  absentOr,
  type Context,
  hasFailed,
  type LeafRefusal,
  NO_LIST,
  NO_OBJECT,
  readLeaf,
  refuse,
  textRefusal,
  tooLong,
} from "./leaf.ts";
import { inside } from "./shape.ts";

/** Most members of a map whose names the client chooses: each name costs more than its value. */
const MOST_MEMBERS = 1000;

/**
 * A value of a body with its place. It reads data that is too large for a schema per element: a batch has a million
 * values. Errors are reported at their place. The values read are only valid if there were no errors (`sound`).
 */
export class Place {
  readonly value: unknown;
  readonly #ctx: Context;
  readonly #above: Place | null;
  readonly #step: string | number;

  constructor(value: unknown, ctx: Context, above: Place | null = null, step: string | number = "") {
    this.value = value;
    this.#ctx = ctx;
    this.#above = above;
    this.#step = step;
  }

  /** True if nothing was refused so far, here or elsewhere. */
  get sound(): boolean {
    return this.#ctx.issues.length === 0;
  }

  get isGiven(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  get #path(): (string | number)[] {
    return this.#above ? [...this.#above.#path, this.#step] : [];
  }

  refuse(refusal: LeafRefusal, below: readonly (string | number)[] = []): never {
    return refuse(this.#ctx, refusal, [...this.#path, ...below]);
  }

  read<T extends z.ZodType>(leaf: T): z.output<T> {
    const result = readLeaf(leaf, this.value);
    return "ok" in result ? result.ok : this.refuse(result.refused);
  }

  inside<T extends z.ZodType>(schema: T): z.output<T> {
    return inside(schema, this.value, this.#ctx, this.#path);
  }

  /** Reads a value that may be missing or null: the result is then undefined. */
  readGiven<T extends z.ZodType>(leaf: T): z.output<T> | undefined {
    return this.isGiven ? this.read(leaf) : undefined;
  }

  member(name: string): Place {
    const members = this.value as { readonly [name: string]: unknown }; // only called after `isObject`
    return new Place(Object.hasOwn(members, name) ? members[name] : undefined, this.#ctx, this, name);
  }

  /** True for an object; other values are refused. */
  isObject(): boolean {
    if (typeof this.value === "object" && this.value !== null && !Array.isArray(this.value)) return true;
    this.refuse(absentOr(this.value, NO_OBJECT));
    return false;
  }

  /** Reads each element by `read`, until there are too many errors; a value that is no list is refused. */
  elements<T>(read: (element: Place) => T): T[] {
    if (!Array.isArray(this.value)) return this.refuse(absentOr(this.value, NO_LIST));
    const elements: T[] = [];
    for (const [index, element] of this.value.entries()) {
      if (hasFailed(this.#ctx)) break;
      elements.push(read(new Place(element, this.#ctx, this, index)));
    }
    return elements;
  }

  /** Reads each member by `read`, like {@link elements}. Refuses what is no object, and a bad name at `__key__`. */
  members<T>(read: (member: Place, name: string) => T): { [name: string]: T } {
    if (!this.isObject()) return {};
    if (Object.keys(this.value as object).length > MOST_MEMBERS) {
      return this.refuse(tooLong(MOST_MEMBERS, "items", "value_error.dict.max_items"));
    }
    const members: [name: string, value: T][] = [];
    for (const [name, value] of Object.entries(this.value as object)) {
      // checked above to be an object
      if (hasFailed(this.#ctx)) break;
      const refused = textRefusal(name);
      if (refused) this.refuse(refused, ["__key__"]);
      members.push([name, read(new Place(value, this.#ctx, this, name), name)]);
    }
    return Object.fromEntries(members); // an assignment would drop a member named `__proto__`
  }
}
