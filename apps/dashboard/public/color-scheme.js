// Before the first paint, because a dark page must not flash white. A file of its own: the CSP forbids inline scripts.
let chosen = 'auto';
try {
  chosen = localStorage.getItem('mantine-color-scheme-value') ?? chosen;
} catch {
  // Some browsers keep nothing.
}
const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
