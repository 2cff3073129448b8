import type { FeatureRoutes } from '#lib/paths.ts'

export const accountRoutes = {
  account: () => import('./AccountPage.tsx').then((page) => ({ Component: page.AccountPage })),
  secondStepSetUp: () =>
    import('./security/SetUpPage.tsx').then((page) => ({ Component: page.SetUpPage })),
} satisfies FeatureRoutes
