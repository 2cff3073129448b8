import type { FeatureRoutes } from '../../app/paths.ts'

export const managementRoutes = {} satisfies FeatureRoutes
