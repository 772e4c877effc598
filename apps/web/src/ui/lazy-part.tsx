import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { tellCodeMissing } from "../lib/toasts/store.ts";

type LazyProps = { whenMissing: () => void; meanwhile?: ReactNode };

/**
 * A part whose code is fetched when it is first shown, a dialog for instance. Where it cannot be fetched a notice says so and
 * `whenMissing` takes the part off the page; shown again, it is asked for again. `React.lazy` would take the page down, and
 * remember the failure. `meanwhile` stands in its place while it is on its way.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | null = null;
  const fetched = async () => {
    const { default: part } = await load();
    loaded = part;
    return part;
  };

  function LazyPart({ whenMissing, meanwhile = null, ...own }: Props & LazyProps) {
    const [Part, setPart] = useState(() => loaded);
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, whoever is told when it fails
    useEffect(() => {
      if (loaded !== null) return;
      let shown = true;
      fetched().then(
        (part) => {
          if (shown) setPart(() => part);
        },
        async () => {
          if (!shown) return;
          await tellCodeMissing();
          whenMissing();
        },
      );
      return () => {
        shown = false;
      };
    }, []);
    // What is left of the properties is the part's own.
    return Part === null ? meanwhile : <Part {...(own as unknown as Props)} />;
  }

  return Object.assign(LazyPart, {
    /** Fetches the code ahead, so that the part is drawn at once when it is shown: for what opens under the reader's next key. */
    preload: async () => void (await fetched()),
  });
}
