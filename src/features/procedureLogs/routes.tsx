import type { FeatureRoutes } from '#lib/paths.ts'

export const procedureLogRoutes = {
  procedureLogs: () =>
    import('./ProcedureLogsPage.tsx').then((page) => ({ Component: page.ProcedureLogsPage })),
  procedureLog: () =>
    import('./ProcedureLogPage.tsx').then((page) => ({ Component: page.ProcedureLogPage })),
} satisfies FeatureRoutes
