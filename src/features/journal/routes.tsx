import type { FeatureRoutes } from '../../app/paths.ts'

export const journalRoutes = {} satisfies FeatureRoutes
