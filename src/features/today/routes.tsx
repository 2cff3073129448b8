import type { Dispatch } from '#api/prefetch.ts'
import type { FeatureRoutes } from '#lib/paths.ts'

/** The screen and what it knows of rounds. */
export const today = () => import('./TodayPage.tsx')

/** While the frame around it is drawn. */
export const prefetchToday = async (dispatch: Dispatch): Promise<void> =>
  (await today()).prefetchToday(dispatch)

export const todayRoutes = {
  home: () => today().then(({ TodayPage }) => ({ Component: TodayPage })),
} satisfies FeatureRoutes
