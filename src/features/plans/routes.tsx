import type { FeatureRoutes } from '#lib/paths.ts'

export const planRoutes = {
  floorPlan: () => import('./PlanPage.tsx').then((page) => ({ Component: page.PlanPage })),
} satisfies FeatureRoutes
