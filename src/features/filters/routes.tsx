import type { FeatureRoutes } from '../../app/paths.ts'

export const filterRoutes = {
  filterObjectEditor: () =>
    import('./FilterObjectPage.tsx').then((page) => ({ Component: page.FilterObjectPage })),
} satisfies FeatureRoutes
