import type { FeatureRoutes } from '#lib/paths.ts'

const map = () => import('./MappingPage.tsx').then((page) => ({ Component: page.MappingPage }))

export const rtlsRoutes = {
  mapping: map,
  venueImport: () =>
    import('./VenueImportPage.tsx').then((page) => ({ Component: page.VenueImportPage })),
  siteSurvey: () =>
    import('./survey/SurveyPage.tsx').then((page) => ({ Component: page.SurveyPage })),
  radioCalibration: () =>
    import('./calibration/CalibrationPage.tsx').then((page) => ({
      Component: page.CalibrationPage,
    })),
  areas: () => import('./areas/AreasPage.tsx').then((page) => ({ Component: page.AreasPage })),
  // The page follows the window: on a phone both addresses show the same.
  mobileMapping: map,
  nearestEquipment: () =>
    import('./NearestPage.tsx').then((page) => ({ Component: page.NearestPage })),
  nearestAllEquipment: () =>
    import('./NearestPage.tsx').then((page) => ({ Component: page.NearestAllPage })),
  nearestEquipmentHistory: () =>
    import('./NearestHistoryPage.tsx').then((page) => ({ Component: page.NearestHistoryPage })),
  equipmentHeatmap: () =>
    import('./HeatmapPage.tsx').then((page) => ({ Component: page.HeatmapPage })),
} satisfies FeatureRoutes
