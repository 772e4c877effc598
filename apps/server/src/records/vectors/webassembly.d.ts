/** The part of WebAssembly that Postil uses. TypeScript's own types include it only together with the browser's types. */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { readonly initial: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: { readonly [module: string]: { readonly [name: string]: Memory } });
    readonly exports: { readonly [name: string]: unknown };
  }
}
