import type { FeatureRoutes } from '#lib/paths.ts'

const map = () => import('./live/MappingPage.tsx').then((page) => ({ Component: page.MappingPage }))

export const rtlsRoutes = {
  mapping: map,
  venueImport: () =>
    import('./venue/VenueImportPage.tsx').then((page) => ({ Component: page.VenueImportPage })),
  siteSurvey: () =>
    import('./survey/SurveyPage.tsx').then((page) => ({ Component: page.SurveyPage })),
  radioCalibration: () =>
    import('./calibration/CalibrationPage.tsx').then((page) => ({
      Component: page.CalibrationPage,
    })),
  areas: () => import('./areas/AreasPage.tsx').then((page) => ({ Component: page.AreasPage })),
  // The page is responsive: both addresses show the same.
  mobileMapping: map,
  nearestEquipment: () =>
    import('./nearest/NearestPage.tsx').then((page) => ({ Component: page.NearestPage })),
  nearestAllEquipment: () =>
    import('./nearest/NearestPage.tsx').then((page) => ({ Component: page.NearestAllPage })),
  nearestEquipmentHistory: () =>
    import('./nearest/NearestHistoryPage.tsx').then((page) => ({
      Component: page.NearestHistoryPage,
    })),
  equipmentHeatmap: () =>
    import('./heatmap/HeatmapPage.tsx').then((page) => ({ Component: page.HeatmapPage })),
} satisfies FeatureRoutes
