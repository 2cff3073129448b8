import type { FeatureRoutes } from '#lib/paths.ts'

export const managementRoutes = {
  management: () =>
    import('./ManagementPage.tsx').then((page) => ({ Component: page.ManagementPage })),
  managementList: () =>
    import('./ReferenceListPage.tsx').then((page) => ({ Component: page.ReferenceListPage })),
  fellowEquipmentType: () =>
    import('./ReferenceListPage.tsx').then((page) => ({ Component: page.FellowTypesPage })),
  orgEntities: () =>
    import('./OrgEntitiesPage.tsx').then((page) => ({ Component: page.OrgEntitiesPage })),
  gatewayTypes: () =>
    import('./ReferenceListPage.tsx').then((page) => ({ Component: page.GatewayTypesPage })),
  sensorTypes: () =>
    import('./ReferenceListPage.tsx').then((page) => ({ Component: page.SensorTypesPage })),
  equipmentStatus: () =>
    import('./StatusAddress.tsx').then((page) => ({ Component: page.StatusAddress })),
  equipmentStatusOne: () =>
    import('./StatusAddress.tsx').then((page) => ({ Component: page.StatusAddress })),
} satisfies FeatureRoutes
