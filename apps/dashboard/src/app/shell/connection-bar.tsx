import { Alert, Box } from '@mantine/core';
import { useOnline } from '../../api/connection';

const offline =
  'You are offline. This page shows what it had already loaded, and resumes as soon as your connection is back.';
const unreachable = 'Loupe is not responding: it may be restarting. This page resumes as soon as it does.';

/** Says that what is shown may be old. Queries are brought up to date when Loupe is back. */
export function ConnectionBar() {
  const isOnline = useOnline();
  return (
    <Box role="status" pos="sticky" top="var(--space-2)" style={{ zIndex: 4 }}>
      {!isOnline && (
        <Alert color="warn" role="none" ta="center" mb="md" py="xs">
          {navigator.onLine ? unreachable : offline}
        </Alert>
      )}
    </Box>
  );
}
