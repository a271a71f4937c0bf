import { ArrowDownTrayIcon } from '@heroicons/react/24/outline';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { gatedFetch } from '../api/client';
import { problemOfBody } from '../api/problem-error';
import { ProblemAlert } from './alert-box';

interface DownloadButtonProps {
  href: string;
  fallbackName: string;
  label?: string;
}

/** Shows an error response instead of saving it as a file. */
export function DownloadButton({ href, fallbackName, label = 'CSV' }: DownloadButtonProps) {
  const file = useMutation({ mutationFn: () => download(href, fallbackName) });
  return (
    <>
      <Button leftSection={<ArrowDownTrayIcon width={15} />} loading={file.isPending} onClick={() => file.mutate()}>
        {label}
      </Button>
      {file.isError && <ProblemAlert error={file.error} />}
    </>
  );
}

async function download(href: string, fallbackName: string): Promise<void> {
  const response = await gatedFetch(new Request(href, { credentials: 'same-origin' }));
  if (!response.ok) throw problemOfBody(await response.json().catch(() => undefined), response);
  save(await response.blob(), nameOf(response) ?? fallbackName);
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
