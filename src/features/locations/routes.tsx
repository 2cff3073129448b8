import type { FeatureRoutes } from '#lib/paths.ts'

export const locationRoutes = {
  locations: () =>
    import('./LocationsPage.tsx').then((page) => ({ Component: page.LocationsPage })),
} satisfies FeatureRoutes
