import type { FeatureRoutes } from '#lib/paths.ts'

export const signedLogRoutes = {
  signedLog: () =>
    import('./SignedLogPage.tsx').then((page) => ({ Component: page.SignedLogPage })),
  signedLogs: () =>
    import('./SignedLogsPage.tsx').then((page) => ({ Component: page.SignedLogsPage })),
  signedLogChain: () => import('./ChainPage.tsx').then((page) => ({ Component: page.ChainPage })),
  signedLogVerify: () =>
    import('./VerifyPage.tsx').then((page) => ({ Component: page.VerifyPage })),
} satisfies FeatureRoutes
