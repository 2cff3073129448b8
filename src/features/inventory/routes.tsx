import type { FeatureRoutes } from '#lib/paths.ts'

export const inventoryRoutes = {
  inventory: () => import('./StockPage.tsx').then((page) => ({ Component: page.StockPage })),
} satisfies FeatureRoutes
