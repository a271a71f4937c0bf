import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { gatedFetch } from '../api/client';
import { problemOfBody } from '../api/problem-error';
import { formatBytes } from '../format/counts';
import { ProblemAlert } from './alert-box';
import { IconDownload } from './icons';

interface DownloadButtonProps {
  href: string;
  fallbackName: string;
  label?: string;
}

/** Shows an error response instead of saving it as a file. */
export function DownloadButton({ href, fallbackName, label = 'CSV' }: DownloadButtonProps) {
  const [received, setReceived] = useState(0);
  const file = useMutation({ mutationFn: () => download(href, fallbackName, setReceived) });
  return (
    <>
      <Button leftSection={<IconDownload size={15} />} disabled={file.isPending} onClick={() => file.mutate()}>
        {file.isPending ? `${formatBytes(received)} …` : label}
      </Button>
      {file.isError && <ProblemAlert error={file.error} />}
    </>
  );
}

async function download(href: string, fallbackName: string, onBytes: (received: number) => void): Promise<void> {
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
  save(new Blob(parts, { type: response.headers.get('content-type') ?? '' }), nameOf(response) ?? fallbackName);
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
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the user may still be choosing where to save it
}
