/** Browsers have no clipboard API over plain HTTP: this copies from a selected field. */
async function writeText(text: string): Promise<void> {
  const field = document.createElement('textarea');
  field.value = text;
  const host = document.querySelector('[role="dialog"]') ?? document.body; // a dialog traps the focus
  host.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}

if (!('clipboard' in navigator)) Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
