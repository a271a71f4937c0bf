import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import './app/theme/generated/basic-fonts.css';
import './app/theme/tokens.css';
import './app/theme/mantine.css';
import './app/theme/page.css';
import './app/theme/opening.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { dropEarlyAnswers } from './api/early-answers';
import { App } from './app/app';
import { preloadOverlays, preloadPage } from './app/preload';
import { router } from './app/router';

/** How long the logo of index.html stays alone; after that the frame says that it is waiting. */
const patienceMs = 1_000;

async function open(element: HTMLElement): Promise<void> {
  preloadPage();
  const loaded = router
    .load()
    .catch(() => undefined)
    .then(dropEarlyAnswers);
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  // As a transition, React renders in slices: a slow phone can scroll and tap while it works.
  startTransition(() =>
    createRoot(element).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  preloadOverlays();
}

const root = document.getElementById('root');
if (root) void open(root);
