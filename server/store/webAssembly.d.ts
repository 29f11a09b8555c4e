/** What the store uses of WebAssembly: Node has it, but its types leave the description to the libraries of browsers. */
declare namespace WebAssembly {
  interface Module {}
  function compile(bytes: Uint8Array): Promise<Module>;
}
