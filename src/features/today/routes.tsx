import type { FeatureRoutes } from '../../lib/paths.ts'

export const todayRoutes = {
  home: () => import('./TodayPage.tsx').then((page) => ({ Component: page.TodayPage })),
} satisfies FeatureRoutes
