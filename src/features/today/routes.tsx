import type { Dispatch } from '#api/prefetch.ts'
import type { FeatureRoutes } from '#lib/paths.ts'

export const today = () => import('./TodayPage.tsx')

export const prefetchToday = async (dispatch: Dispatch): Promise<void> =>
  (await today()).prefetchToday(dispatch)

export const todayRoutes = {
  home: () => today().then(({ TodayPage }) => ({ Component: TodayPage })),
} satisfies FeatureRoutes
