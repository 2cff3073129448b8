import type { FeatureRoutes } from '../../app/paths.ts'

export const filterRoutes = {} satisfies FeatureRoutes
