import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import './app/theme/look.css';
import './app/theme/mantine.css';
import './app/theme/page.css';

// After the first frame, which shows the logo of index.html while the application loads; a hidden page has no frames.
const start = () => void import('./app/app');
if (document.hidden) start();
else requestAnimationFrame(() => setTimeout(start));
