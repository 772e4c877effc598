// TypeScript 7 checks the types here, but has no API for tools yet: those that ask for "typescript" get 6.0 instead.
import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, next) => next(specifier.replace(/^typescript(?=\/|$)/, "typescript-6"), context),
});
