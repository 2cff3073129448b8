import type { FeatureRoutes } from '#lib/paths.ts'

export const equipmentRoutes = {
  equipment: () =>
    import('./EquipmentPage.tsx').then((page) => ({ Component: page.EquipmentPage })),
  equipmentOne: () =>
    import('./EquipmentAddress.tsx').then((page) => ({ Component: page.EquipmentAddress })),
} satisfies FeatureRoutes
