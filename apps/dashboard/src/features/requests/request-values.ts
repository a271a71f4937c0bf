const maxValueLength = 24;

/** The path's values, then the query: `1001` without a query, `1001 cursor=eyJ2IjoxLCJrIjoi…` with one. */
export function requestValues(address: string, operationPath: string): string {
  const [path = '', query = ''] = address.split('?', 2);
  const template = operationPath.split('/');
  const inPath = path.split('/').filter((_, index) => template[index]?.startsWith('{'));
  return [...inPath, ...query.split('&').filter(Boolean)].map((value) => shorten(decoded(value))).join(' ');
}

const shorten = (text: string): string =>
  text.length > maxValueLength ? `${text.slice(0, maxValueLength - 1)}…` : text;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
