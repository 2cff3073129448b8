import type { FeatureRoutes } from '../../app/paths.ts'

export const accountRoutes = {
  account: () => import('./AccountPage.tsx').then((page) => ({ Component: page.AccountPage })),
} satisfies FeatureRoutes
