import type { FeatureRoutes } from '../../app/paths.ts'

export const importRoutes = {} satisfies FeatureRoutes
