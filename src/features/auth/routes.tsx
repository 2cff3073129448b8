import type { FeatureRoutes } from '../../app/paths.ts'

export const authRoutes = {
  login: () => import('./LoginPage.tsx').then((page) => ({ Component: page.LoginPage })),
  logout: () => import('./LogoutPage.tsx').then((page) => ({ Component: page.LogoutPage })),
  setup: () => import('./SetUpPage.tsx').then((page) => ({ Component: page.SetUpPage })),
} satisfies FeatureRoutes
