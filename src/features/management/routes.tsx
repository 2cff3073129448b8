import type { FeatureRoutes } from '../../lib/paths.ts'

export const managementRoutes = {
  management: () =>
    import('./ManagementPage.tsx').then((page) => ({ Component: page.ManagementPage })),
  managementNoun: () => import('./NounPage.tsx').then((page) => ({ Component: page.NounPage })),
  gatewayTypes: () =>
    import('./NounPage.tsx').then((page) => ({ Component: page.GatewayTypesPage })),
  equipmentStatus: () =>
    import('./StatusAddress.tsx').then((page) => ({ Component: page.StatusAddress })),
  equipmentStatusOne: () =>
    import('./StatusAddress.tsx').then((page) => ({ Component: page.StatusAddress })),
} satisfies FeatureRoutes
