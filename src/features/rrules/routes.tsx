import type { FeatureRoutes } from '#lib/paths.ts'

export const rruleRoutes = {
  schedules: () =>
    import('./SchedulesPage.tsx').then((page) => ({ Component: page.SchedulesPage })),
  schedule: () =>
    import('./ScheduleAddress.tsx').then((page) => ({ Component: page.ScheduleAddress })),
  scheduleChecks: () => import('./ChecksPage.tsx').then((page) => ({ Component: page.ChecksPage })),
  equipmentSchedules: () =>
    import('./equipment/EquipmentSchedulesPage.tsx').then((page) => ({
      Component: page.EquipmentSchedulesPage,
    })),
  scheduleNew: () =>
    import('./editor/EditorPage.tsx').then((page) => ({ Component: page.EditorPage })),
  scheduleEditor: () =>
    import('./editor/EditorPage.tsx').then((page) => ({ Component: page.EditorPage })),
} satisfies FeatureRoutes
