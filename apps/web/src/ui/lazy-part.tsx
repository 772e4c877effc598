import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { tellCodeMissing } from "../lib/toasts/store.ts";

type LazyProps = { whenMissing?: () => void; meanwhile?: ReactNode };

/** A component, or the module that exports it as its default. */
export type Part<Props> = ComponentType<Props> | { readonly default: ComponentType<Props> };
export const partIn = <Props,>(part: Part<Props>): ComponentType<Props> => ("default" in part ? part.default : part);

/**
 * A component whose code is loaded when it is first shown, such as a dialog. If it cannot be loaded, a toast tells it and
 * `whenMissing` removes the component, where it would leave a place empty; the next time it is loaded again. `React.lazy`
 * would break the page and remember the failure. `meanwhile` is shown while it loads.
 */
export function lazyPart<Props extends object>(load: () => Promise<Part<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const fetched = async () => {
    const part = partIn(await load());
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
          whenMissing?.();
        },
      );
      return () => {
        shown = false;
      };
    }, []);
    // The remaining props belong to the loaded component.
    return Part === null ? meanwhile : <Part {...(own as unknown as Props)} />;
  }

  return Object.assign(LazyPart, {
    /** Loads the code ahead, so that the component shows at once. For a component that the user's next key may open. */
    preload: async () => void (await fetched()),
  });
}
