import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '../api/query-client';
import { GateDialogs } from './gate/gate-dialogs';
import { router } from './router';
import { theme } from './theme/theme';

/** Variables and classes come from static style sheets: the CSP allows no style element. */
export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <GateDialogs />
      </QueryClientProvider>
    </MantineProvider>
  );
}
