import type { FeatureRoutes } from '#lib/paths.ts'

export const labelRoutes = {
  labelCode: () =>
    import('./OpenLabelPage.tsx').then((page) => ({ Component: page.OpenLabelPage })),
  labels: () => import('./LabelsPage.tsx').then((page) => ({ Component: page.LabelsPage })),
} satisfies FeatureRoutes
