import { gatedFetch } from './client';
import { problemOfBody } from './problem-error';

/** Reads a file to its end, telling how many bytes have come, and hands it to the browser to be saved. @throws {ProblemError} */
export async function download(href: string, fallbackName: string, onBytes: (received: number) => void): Promise<void> {
  onBytes(0);
  const response = await gatedFetch(new Request(href, { credentials: 'same-origin' }));
  if (!response.ok) throw problemOfBody(await response.json().catch(() => undefined), response);
  const parts: BlobPart[] = [];
  let received = 0;
  for await (const part of partsOf(response)) {
    parts.push(part);
    received += part.byteLength;
    onBytes(received);
  }
  save(new Blob(parts, { type: 'text/csv' }), nameOf(response) ?? fallbackName);
}

async function* partsOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (!next?.value) return;
    yield next.value;
  }
}

function nameOf(response: Response): string | undefined {
  return /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1];
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser may still be asking where to save it
}
