/** Makes a thing when it is asked for first: a formatter reads its locale's data then, which the first paint need not wait for. */
export function once<Thing>(make: () => Thing): () => Thing {
  let made: { readonly thing: Thing } | undefined;
  return () => {
    made ??= { thing: make() };
    return made.thing;
  };
}
