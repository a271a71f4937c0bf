/** Over plain HTTP a browser has no clipboard: a selected field is copied instead. */
async function writeText(text: string): Promise<void> {
  const field = document.createElement('textarea');
  field.value = text;
  const host = document.querySelector('[role="dialog"]') ?? document.body; // a dialog keeps the focus inside
  host.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}

if (!('clipboard' in navigator)) Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
