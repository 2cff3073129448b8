import type { FeatureRoutes } from '#lib/paths.ts'

export const retentionRoutes = {
  retention: () =>
    import('./RetentionPage.tsx').then((page) => ({ Component: page.RetentionPage })),
} satisfies FeatureRoutes
