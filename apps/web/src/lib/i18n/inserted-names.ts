import type { PostProcessorModule } from "i18next";

/** The values of texts that users chose. Other values, such as a role or a time, are words of the page. */
const OF_USERS = new Set(
  (
    "name before title titles label labels like field question author username user me other workspace workspaces dataset words " +
    "vector value values query person key names agent text file"
  ).split(" "),
);

/** Number of texts whose names are remembered: many more than are shown at once. */
const MOST = 500;

const inserted = new Map<string, readonly string[]>();

/** Remembers for each text which names were inserted into it, so that the text can be shown with the names marked (I18-05). */
export const rememberNames: PostProcessorModule = {
  type: "postProcessor",
  name: "names",
  process(text: string, _key, { skipInterpolation, ...values }: { [name: string]: unknown }) {
    if (skipInterpolation === true) return text;
    const names = Object.entries(values).flatMap(([name, value]) => {
      if (typeof value !== "string" || value === "") return [];
      // A value may be several texts, one on each line.
      return OF_USERS.has(name) ? [value] : value.split("\n").flatMap(namesIn);
    });
    if (names.length > 0) {
      inserted.delete(text);
      inserted.set(text, names);
      for (const oldest of inserted.keys()) {
        if (inserted.size <= MOST) break;
        inserted.delete(oldest);
      }
    }
    return text;
  },
};

/** The names in a text that `t` has returned. */
export const namesIn = (text: string): readonly string[] => inserted.get(text) ?? [];
