import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { download } from '../api/download';
import { formatBytes } from '../format/counts';
import { Icon } from './icon';
import { ProblemNotice } from './problem-notice';

interface DownloadButtonProps {
  href: string;
  /** Where the server does not name the file. */
  fallbackName: string;
  label?: string;
}

/** Fetches a file and shows how far it is; a refusal is told here instead of being saved as a file. */
export function DownloadButton({ href, fallbackName, label = 'CSV' }: DownloadButtonProps) {
  const [received, setReceived] = useState(0);
  const file = useMutation({ mutationFn: () => download(href, fallbackName, setReceived) });
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="download" size={15} />}
        disabled={file.isPending}
        onClick={() => file.mutate()}
      >
        {file.isPending ? `${formatBytes(received)} …` : label}
      </Button>
      {file.isError && <ProblemNotice error={file.error} />}
    </>
  );
}
