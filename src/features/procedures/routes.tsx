import type { FeatureRoutes } from '#lib/paths.ts'

export const procedureRoutes = {
  procedures: () =>
    import('./ProceduresPage.tsx').then((page) => ({ Component: page.ProceduresPage })),
  procedure: () =>
    import('./ProcedureAddress.tsx').then((page) => ({ Component: page.ProcedureAddress })),
  procedureNew: () =>
    import('./editor/ProcedureEditorPage.tsx').then((page) => ({
      Component: page.ProcedureEditorPage,
    })),
  procedureEditor: () =>
    import('./editor/ProcedureEditorPage.tsx').then((page) => ({
      Component: page.ProcedureEditorPage,
    })),
  procedurePerform: () =>
    import('./perform/PerformPage.tsx').then((page) => ({ Component: page.PerformPage })),
  logicDependency: () =>
    import('./editor/LogicDependencyPage.tsx').then((page) => ({
      Component: page.LogicDependencyPage,
    })),
} satisfies FeatureRoutes
