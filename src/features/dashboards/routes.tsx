import type { FeatureRoutes } from '#lib/paths.ts'

export const dashboardRoutes = {
  dashboards: () =>
    import('./DashboardsPage.tsx').then((page) => ({ Component: page.DashboardsPage })),
  dashboard: () =>
    import('./DashboardPage.tsx').then((page) => ({ Component: page.DashboardPage })),
  dashboardEditor: () =>
    import('./editor/EditorPage.tsx').then((page) => ({ Component: page.EditorPage })),
  dashboardItems: () => import('./ItemsPage.tsx').then((page) => ({ Component: page.ItemsPage })),
  dashboardItem: () =>
    import('./ItemAddress.tsx').then((page) => ({ Component: page.ItemAddress })),
} satisfies FeatureRoutes
