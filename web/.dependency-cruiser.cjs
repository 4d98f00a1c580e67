/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "shared-knows-no-feature-and-no-app",
      comment: "Imports go down only: app, features, then components, lib and api.",
      severity: "error",
      from: { path: "^src/(components|lib|api)/", pathNot: "[.]test[.]tsx?$" },
      to: { path: "^src/(app|features)/" },
    },
    {
      name: "features-know-no-app",
      severity: "error",
      from: { path: "^src/features/", pathNot: "[.]test[.]tsx?$" },
      to: { path: "^src/app/" },
    },
    {
      name: "features-know-no-other-feature",
      comment: "What two features need together is put together in app.",
      severity: "error",
      from: { path: "^src/features/([^/]+)/" },
      to: { path: "^src/features/", pathNot: "^src/features/$1/" },
    },
    {
      name: "the-kit-knows-no-api",
      comment: "Props in, events out.",
      severity: "error",
      from: { path: "^src/components/ui/" },
      to: {
        path: "^src/(api/|lib/(api-client|query-client|live|use-live))|@tanstack|openapi-fetch",
      },
    },
    {
      name: "lib-knows-no-components",
      severity: "error",
      from: { path: "^src/lib/", pathNot: "[.]test[.]tsx?$" },
      to: { path: "^src/components/" },
    },
    {
      name: "feature-folders-are-a-closed-list",
      severity: "error",
      from: { path: "^src/features/", pathNot: "^src/features/[^/]+/(api|components|hooks|fns)/" },
      to: {},
    },
    {
      name: "no-file-outside-the-feature-folders",
      severity: "error",
      from: {},
      to: { path: "^src/features/", pathNot: "^src/features/[^/]+/(api|components|hooks|fns)/" },
    },
    {
      name: "product-knows-no-tests",
      severity: "error",
      from: { path: "^src/", pathNot: "[.]test[.]tsx?$" },
      to: { path: "^tests/|[.]test[.]tsx?$" },
    },
    {
      name: "resolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
    },
  },
};
