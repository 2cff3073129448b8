import type { FeatureRoutes } from '#lib/paths.ts'

export const healthRoutes = {
  installationHealth: () =>
    import('./HealthPage.tsx').then((page) => ({ Component: page.HealthPage })),
} satisfies FeatureRoutes
