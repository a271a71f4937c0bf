/** What is searched for, as it stands in the address of the page. */
export interface CustomerSearch {
  q?: string;
  /** Opens the form of a new customer. */
  create?: boolean;
}

/** The router reads `?q=12` as a number; a request id or a name may look like one. */
export function customerSearch({ q, create }: Record<string, unknown>): CustomerSearch {
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, 200) : '';
  return { ...(text !== '' && { q: text }), ...(create === true && { create }) };
}
