import type { FeatureRoutes } from '#lib/paths.ts'

export const labelReportRoutes = {
  labelReports: () =>
    import('./ReportSettingsPage.tsx').then((page) => ({ Component: page.ReportSettingsPage })),
} satisfies FeatureRoutes
