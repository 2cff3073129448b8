import type { FeatureRoutes } from '#lib/paths.ts'

export const peopleRoutes = {
  users: () => import('./UsersPage.tsx').then((page) => ({ Component: page.UsersPage })),
  userRights: () =>
    import('./UserRightsPage.tsx').then((page) => ({ Component: page.UserRightsPage })),
  roles: () => import('./RolesPage.tsx').then((page) => ({ Component: page.RolesPage })),
} satisfies FeatureRoutes
