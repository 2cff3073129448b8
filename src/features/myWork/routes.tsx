import type { FeatureRoutes } from '../../app/paths.ts'

export const myWorkRoutes = {
  myWork: () => import('./MyWorkPage.tsx').then((page) => ({ Component: page.MyWorkPage })),
} satisfies FeatureRoutes
