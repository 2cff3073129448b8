import type { FeatureRoutes } from '#lib/paths.ts'

export const scanRoutes = {
  scan: () => import('./ScanPage.tsx').then((page) => ({ Component: page.ScanPage })),
} satisfies FeatureRoutes
