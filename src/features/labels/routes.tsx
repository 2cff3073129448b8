import type { FeatureRoutes } from '#lib/paths.ts'

export const labelRoutes = {
  labels: () => import('./LabelsPage.tsx').then((page) => ({ Component: page.LabelsPage })),
} satisfies FeatureRoutes
