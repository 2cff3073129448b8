import type { FeatureRoutes } from '#lib/paths.ts'

export const dynamicDashboardRoutes = {
  dynamicDashboards: () =>
    import('./DynamicListPage.tsx').then((page) => ({ Component: page.DynamicListPage })),
  dynamicDashboard: () =>
    import('./DynamicPage.tsx').then((page) => ({ Component: page.DynamicPage })),
  dynamicDashboardEditor: () =>
    import('./EditorPage.tsx').then((page) => ({ Component: page.EditorPage })),
} satisfies FeatureRoutes
