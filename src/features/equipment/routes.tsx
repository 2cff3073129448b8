import type { FeatureRoutes } from '../../app/paths.ts'

export const equipmentRoutes = {} satisfies FeatureRoutes
