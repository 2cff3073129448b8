import type { FeatureRoutes } from '#lib/paths.ts'

export const relatedRoutes = {
  equipmentRelated: () =>
    import('./RelatedPage.tsx').then((page) => ({ Component: page.RelatedPage })),
} satisfies FeatureRoutes
