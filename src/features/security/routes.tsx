import type { FeatureRoutes } from '../../app/paths.ts'

export const securityRoutes = {
  securityLog: () =>
    import('./SecurityLogPage.tsx').then((page) => ({ Component: page.SecurityLogPage })),
} satisfies FeatureRoutes
