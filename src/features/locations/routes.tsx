import type { FeatureRoutes } from '../../app/paths.ts'

export const locationRoutes = {} satisfies FeatureRoutes
