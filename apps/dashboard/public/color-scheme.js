// Runs before the first paint, so a dark page does not flash white. A file of its own, because the CSP forbids inline scripts.
let chosen = 'auto';
try {
  chosen = localStorage.getItem('mantine-color-scheme-value') ?? chosen;
} catch {
  // Storage can be blocked.
}
const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
