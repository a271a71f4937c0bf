/** The chosen operation, as it stands in the address of the page. */
export function playgroundSearch({ operation }: Record<string, unknown>): { operation?: string } {
  return typeof operation === 'string' && /^[a-z_]+\.[a-z_]+$/.test(operation) ? { operation } : {};
}
