import { useEffect, useState } from 'react';

/** Copies also where the page is served over plain HTTP, which has no clipboard API. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  const host = document.querySelector('[role="dialog"]') ?? document.body; // a dialog keeps the focus inside
  host.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}

/** `copied` stays true for two seconds after each copy. */
export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  return {
    copied,
    copy: () => {
      copyText(text).then(
        () => setCopied(true),
        () => setCopied(false),
      );
    },
  };
}
