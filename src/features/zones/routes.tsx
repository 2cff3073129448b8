import type { FeatureRoutes } from '#lib/paths.ts'

export const zoneRoutes = {
  zones: () => import('./ZonesPage.tsx').then((page) => ({ Component: page.ZonesPage })),
} satisfies FeatureRoutes
