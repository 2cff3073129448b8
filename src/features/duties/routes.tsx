import type { FeatureRoutes } from '#lib/paths.ts'

export const dutyRoutes = {
  duties: () => import('./DutiesPage.tsx').then((page) => ({ Component: page.DutiesPage })),
} satisfies FeatureRoutes
