/**
 * Imports go one way: apps → libs, and inside the API from a floor only to the floors below it. Neither files nor folders
 * import each other in circles (folders: `.dependency-cruiser.folders.cjs`).
 */
const api = '^apps/api/src';

/** Each floor with the floors below it. The files beside the floors compose the API and may import every floor. */
const floors = {
  platform: [],
  core: ['platform'],
  gateway: ['core', 'platform'],
  endpoints: ['gateway', 'core', 'platform'],
  console: ['gateway', 'core', 'platform'],
  // Both speak JSON over HTTP about the same things, so they share fields, validation and pages.
  manage: ['console/(fields|http)', 'gateway', 'core', 'platform'],
  payments: ['console/http', 'core', 'platform'],
  mcp: ['gateway', 'core', 'platform'],
  monitors: ['gateway', 'core', 'platform'],
  'api-docs': ['console', 'manage', 'gateway', 'core', 'platform'],
  cli: ['api-docs', 'console', 'gateway', 'core', 'platform'],
};

const floorRules = Object.entries(floors).map(([floor, below]) => ({
  name: `${floor}-imports-only-what-is-below`,
  severity: 'error',
  from: { path: `${api}/${floor}/`, pathNot: '\\.spec\\.ts$' },
  to: { path: `${api}/`, pathNot: `${api}/(${[floor, ...below].join('|')})/` },
}));

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...floorRules,
    { name: 'libs-do-not-know-apps', severity: 'error', from: { path: '^libs/' }, to: { path: '^apps/' } },
    {
      name: 'libs-do-not-know-nest',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: 'node_modules/@nestjs' },
    },
    {
      name: 'libs-through-their-index',
      severity: 'error',
      from: { path: '^apps/' },
      to: { path: '^libs/[^/]+/src/', pathNot: '^libs/[^/]+/src/index\\.ts$|^libs/client/src/media\\.ts$' },
    },
    {
      name: 'lib-to-lib-through-index',
      severity: 'error',
      from: { path: '^libs/([^/]+)/' },
      to: { path: '^libs/[^/]+/src/', pathNot: ['^libs/$1/', '^libs/[^/]+/src/index\\.ts$'] },
    },
    {
      // Code that two features share lies outside both. Only `app` imports several features, because it composes the pages.
      name: 'features-are-apart',
      severity: 'error',
      from: { path: '^apps/dashboard/src/features/([^/]+)/' },
      to: { path: '^apps/dashboard/src/features/', pathNot: '^apps/dashboard/src/features/$1/' },
    },
    {
      name: 'dashboard-parts-do-not-know-features',
      severity: 'error',
      from: { path: '^apps/dashboard/src/(account|api|components|format|snippets)/' },
      to: { path: '^apps/dashboard/src/(features|app)/' },
    },
    {
      name: 'apps-are-apart',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'endpoints-are-apart',
      severity: 'error',
      from: { path: `${api}/endpoints/([^/]+)/` },
      to: { path: `${api}/endpoints/`, pathNot: `${api}/endpoints/$1/` },
    },
    {
      // Code that several resources need is in access, fields and http, which import no resource.
      name: 'console-rooms-are-apart',
      severity: 'error',
      from: { path: `${api}/console/([^/]+)/` },
      to: { path: `${api}/console/`, pathNot: `${api}/console/($1|access|fields|http)/` },
    },
    {
      name: 'endpoints-reach-core-only-through-the-gateway',
      severity: 'error',
      from: { path: `${api}/endpoints/` },
      to: { path: `${api}/(core/|platform/database/)` },
    },
    {
      name: 'controllers-do-not-ask-repositories',
      severity: 'error',
      from: { path: '\\.controller\\.ts$' },
      to: { path: '\\.repository\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
