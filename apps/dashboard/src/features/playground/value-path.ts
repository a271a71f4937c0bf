/** `/items/0/pk` becomes `items[0].pk`. */
export function codePath(pointer: string): string {
  return pointerTokens(pointer)
    .map((token, place) => {
      if (/^(0|[1-9]\d{0,8})$/.test(token)) return `[${token}]`;
      if (/^[A-Za-z_$][\w$]*$/.test(token)) return place === 0 ? token : `.${token}`;
      return `[${JSON.stringify(token)}]`;
    })
    .join('');
}

export function pointerTokens(pointer: string): string[] {
  const tokens = pointer.split('/').slice(1);
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function valueAt(root: unknown, pointer: string): unknown {
  return pointerTokens(pointer).reduce<unknown>(
    (value, token) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[token] : undefined,
    root,
  );
}
