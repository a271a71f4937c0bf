/** Imports go one way: apps → libs, controller → service → repository. Cycles are forbidden everywhere. */
const domains = 'users|posts|comments|search|hashtags|locations|highlights|stories|audio|resolve|oembed';

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
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
      to: { path: '^libs/[^/]+/src/', pathNot: '^libs/[^/]+/src/index\\.ts$' },
    },
    {
      name: 'lib-to-lib-through-index',
      severity: 'error',
      from: { path: '^libs/([^/]+)/' },
      to: { path: '^libs/[^/]+/src/', pathNot: ['^libs/$1/', '^libs/[^/]+/src/index\\.ts$'] },
    },
    {
      // What two features share lies beside them; only the routes and the gate, which compose pages, know several.
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
      name: 'http-is-at-the-bottom',
      severity: 'error',
      from: { path: '^apps/api/src/http/' },
      to: { path: '^apps/api/src/', pathNot: '^apps/api/src/http/' },
    },
    {
      name: 'gateway-does-not-know-domains',
      severity: 'error',
      from: { path: '^apps/api/src/(gateway|auth|billing|rate-limit|usage|upstream|database|config|observability)/' },
      to: { path: `^apps/api/src/(${domains}|dashboard|operator|demo)/` },
    },
    {
      name: 'domains-reach-down-only-through-the-gateway',
      severity: 'error',
      from: { path: `^apps/api/src/(${domains})/` },
      to: { path: '^apps/api/src/(auth|billing|rate-limit|usage|database|dashboard|operator)/' },
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
