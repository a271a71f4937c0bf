import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import './app/theme/tokens.css';
import './app/theme/mantine.css';
import './app/theme/page.css';
import './app/theme/opening.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { preloadOverlays, preloadPage } from './app/preload';

const root = document.getElementById('root');
preloadPage();
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
preloadOverlays();
