// Writes apps/api/dashboard-openapi.json from the built code. That it has not drifted is proven by the spec beside the generator.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from './build.mjs';
import { isBuilt, root } from './lib/freshness.mjs';

if (!isBuilt()) await build();
const { dashboardDocument } = createRequire(import.meta.url)(
  join(root, 'apps/api/dist/dashboard/openapi/dashboard-document.js'),
);
writeFileSync(join(root, 'apps/api/dashboard-openapi.json'), `${JSON.stringify(await dashboardDocument(), null, 2)}\n`);
