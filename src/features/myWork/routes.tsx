import type { FeatureRoutes } from '#lib/paths.ts'

export const myWorkRoutes = {
  myWork: () => import('./MyWorkPage.tsx').then((page) => ({ Component: page.MyWorkPage })),
} satisfies FeatureRoutes
