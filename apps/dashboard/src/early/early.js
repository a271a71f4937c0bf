// Runs before the first paint and before the application is there. A file of its own, because the CSP forbids inline scripts.

// The application runs after the first frame, which a slow phone would show only once it had compiled and run it; until then its code has
// the least of the connection. The build says where it is; while developing, the document starts it itself. It comes first here:
// whatever fails below, the application starts.
{
  const application = '';
  const start = () =>
    document.head.append(
      Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: application }),
    );
  if (application !== '')
    document.addEventListener('DOMContentLoaded', () => {
      requestAnimationFrame(() => setTimeout(start));
      // A page in the background has no frames. A module runs once, however often it is asked for.
      setTimeout(start, 1_000);
    });
}

// A dark page must never flash white.
{
  let chosen = 'auto';
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value') ?? chosen;
  } catch {
    // Some browsers keep nothing.
  }
  const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
}

// What the page at this address shows first is loaded beside the application, not after it. The build fills the table.
{
  const firstLoads = {};
  const { pathname, search } = location;
  const { files = [], calls = [] } = firstLoads[pathname.replace(/\/$/, '')] ?? {};
  for (const href of files)
    document.head.append(
      Object.assign(document.createElement('link'), {
        rel: 'modulepreload',
        fetchPriority: 'low',
        crossOrigin: '',
        href,
      }),
    );

  const visitor = fetch('/dashboard/api/session/visitor');
  const responses = new Map([['/dashboard/api/session/visitor', visitor]]);
  // Support has pages of its own, and with a filter in the address the page asks for something else.
  const isMember = visitor.then(async (response) => {
    const role = response.ok && (await response.clone().json()).session?.user.role;
    return role && role !== 'support';
  });
  for (const call of search === '' ? calls : [])
    responses.set(
      call,
      isMember.then((allowed) => (allowed ? fetch(call) : undefined)),
    );
  for (const response of responses.values()) response.catch(() => undefined);
  globalThis.earlyResponses = responses;
}
