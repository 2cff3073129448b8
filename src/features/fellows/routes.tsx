import type { FeatureRoutes } from '#lib/paths.ts'

export const fellowRoutes = {
  fellowEquipment: () =>
    import('./FellowsPage.tsx').then((page) => ({ Component: page.FellowsPage })),
} satisfies FeatureRoutes
