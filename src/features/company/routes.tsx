import type { FeatureRoutes } from '#lib/paths.ts'

export const companyRoutes = {
  companySettings: () =>
    import('./CompanyPage.tsx').then((page) => ({ Component: page.CompanyPage })),
  switchCompany: () => import('./SwitchPage.tsx').then((page) => ({ Component: page.SwitchPage })),
} satisfies FeatureRoutes
