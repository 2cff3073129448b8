import type { FeatureRoutes } from '../../app/paths.ts'

export const locationRoutes = {
  locations: () =>
    import('./LocationsPage.tsx').then((page) => ({ Component: page.LocationsPage })),
} satisfies FeatureRoutes
