import { spotlight } from '@mantine/spotlight';

let typed = '';
let isReady = false;

function keep(event: KeyboardEvent): void {
  const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isText && event.key !== 'Backspace') return;
  event.preventDefault();
  typed = isText ? typed + event.key : typed.slice(0, -1);
}

/** Opens the search. Until its code has loaded, keeps what is typed. */
export function openSearch(): void {
  if (!isReady) window.addEventListener('keydown', keep);
  spotlight.open();
}

/** Called once, by the search's first render. */
export function takeEarlyTyping(): string {
  isReady = true;
  window.removeEventListener('keydown', keep);
  return typed;
}
