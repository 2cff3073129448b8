import type { FeatureRoutes } from '#lib/paths.ts'

/** Preloads the address's method, so that early typing has a target. */
async function loginPage() {
  const { LoginPage, prefetchSignInForm: fetchWay } = await import('./LoginPage.tsx')
  const query = typeof window === 'undefined' ? null : new URL(window.location.href).searchParams
  await fetchWay(query?.get('way') ?? null).catch(() => undefined) // rendering retries a failed load
  return { Component: LoginPage }
}

export const authRoutes = {
  login: loginPage,
  logout: () => import('./LogoutPage.tsx').then((page) => ({ Component: page.LogoutPage })),
  resetPassword: () =>
    import('./NewPasswordPage.tsx').then((page) => ({ Component: page.NewPasswordPage })),
  invitation: () =>
    import('./InvitationPage.tsx').then((page) => ({ Component: page.InvitationPage })),
  outbox: () => import('./OutboxPage.tsx').then((page) => ({ Component: page.OutboxPage })),
  // A returning address is handled before the router starts; here it shows the login page with its
  // notice.
  auth0Callback: () => import('./LoginPage.tsx').then((page) => ({ Component: page.LoginPage })),
  authCallback: () => import('./LoginPage.tsx').then((page) => ({ Component: page.LoginPage })),
  setup: () => import('./SetUpPage.tsx').then((page) => ({ Component: page.SetUpPage })),
} satisfies FeatureRoutes
