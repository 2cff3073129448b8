import type { FeatureRoutes } from '#lib/paths.ts'

export const filterRoutes = {
  filterObjectEditor: () =>
    import('./FilterObjectPage.tsx').then((page) => ({ Component: page.FilterObjectPage })),
} satisfies FeatureRoutes
