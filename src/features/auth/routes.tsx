import type { FeatureRoutes } from '../../lib/paths.ts'

export const authRoutes = {
  login: () => import('./LoginPage.tsx').then((page) => ({ Component: page.LoginPage })),
  logout: () => import('./LogoutPage.tsx').then((page) => ({ Component: page.LogoutPage })),
  resetPassword: () =>
    import('./NewPasswordPage.tsx').then((page) => ({ Component: page.NewPasswordPage })),
  outbox: () => import('./OutboxPage.tsx').then((page) => ({ Component: page.OutboxPage })),
  // A returning address is handled before the router starts; what is left here is the login page
  // with its notice.
  auth0Callback: () => import('./LoginPage.tsx').then((page) => ({ Component: page.LoginPage })),
  authCallback: () => import('./LoginPage.tsx').then((page) => ({ Component: page.LoginPage })),
  setup: () => import('./SetUpPage.tsx').then((page) => ({ Component: page.SetUpPage })),
} satisfies FeatureRoutes
