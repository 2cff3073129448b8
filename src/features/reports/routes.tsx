import type { FeatureRoutes } from '#lib/paths.ts'

export const reportRoutes = {
  report: () => import('./ReportsPage.tsx').then((page) => ({ Component: page.ReportsPage })),
  reportPerformances: () =>
    import('./DistributionPage.tsx').then((page) => ({ Component: page.PerformancesPage })),
  reportTracers: () =>
    import('./DistributionPage.tsx').then((page) => ({ Component: page.TracersPage })),
  reportReliability: () =>
    import('./ReliabilityPage.tsx').then((page) => ({ Component: page.ReliabilityPage })),
  reportReplacement: () =>
    import('./replacement/ReplacementPage.tsx').then((page) => ({
      Component: page.ReplacementPage,
    })),
  reportTickets: () =>
    import('./TicketReportPage.tsx').then((page) => ({ Component: page.TicketReportPage })),
  reportVisits: () => import('./VisitsPage.tsx').then((page) => ({ Component: page.VisitsPage })),
  metrics: () => import('./MetricsPage.tsx').then((page) => ({ Component: page.MetricsPage })),
  metricsChangesValue: () =>
    import('./MetricsPage.tsx').then((page) => ({ Component: page.ChangesPage })),
} satisfies FeatureRoutes
