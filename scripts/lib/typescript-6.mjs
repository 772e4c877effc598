// TypeScript 7 checks the types here, but it has no API for tools yet. Tools that import "typescript" get 6.0 instead.
import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, next) => next(specifier.replace(/^typescript(?=\/|$)/, "typescript-6"), context),
});
