import type { FeatureRoutes } from '#lib/paths.ts'

export const importRoutes = {
  import: () => import('./ImportsPage.tsx').then((page) => ({ Component: page.ImportsPage })),
  iotImport: () =>
    import('./ImportsPage.tsx').then((page) => ({ Component: page.DeviceImportsPage })),
  importOne: () => import('./ImportPage.tsx').then((page) => ({ Component: page.ImportPage })),
} satisfies FeatureRoutes
