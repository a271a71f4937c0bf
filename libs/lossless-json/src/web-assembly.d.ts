// What is used of it here. Node has it as a global; the types of Node 20 leave it to a browser's.
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
  class Memory {
    /** @param size in pages of 64 KiB */
    constructor(size: { initial: number });
    /** Takes the old one's place, of another length, when the memory has grown. */
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
}
