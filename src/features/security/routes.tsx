import type { FeatureRoutes } from '#lib/paths.ts'

export const securityRoutes = {
  securityLog: () =>
    import('./SecurityLogPage.tsx').then((page) => ({ Component: page.SecurityLogPage })),
} satisfies FeatureRoutes
