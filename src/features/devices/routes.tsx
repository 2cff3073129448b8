import type { FeatureRoutes } from '#lib/paths.ts'

export const deviceRoutes = {
  gateways: () => import('./GatewaysPage.tsx').then((page) => ({ Component: page.GatewaysPage })),
  apiKeys: () => import('./ApiKeysPage.tsx').then((page) => ({ Component: page.ApiKeysPage })),
} satisfies FeatureRoutes
