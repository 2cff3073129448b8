import type { FeatureRoutes } from '#lib/paths.ts'

export const sensorRoutes = {
  sensors: () => import('./SensorsPage.tsx').then((page) => ({ Component: page.SensorsPage })),
} satisfies FeatureRoutes
