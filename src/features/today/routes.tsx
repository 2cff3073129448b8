import type { Dispatch } from '../../api/askAhead.ts'
import type { FeatureRoutes } from '../../lib/paths.ts'

const page = () => import('./TodayPage.tsx')

/** While the frame around it is drawn. */
export const askToday = async (dispatch: Dispatch): Promise<void> =>
  (await page()).askToday(dispatch)

export const todayRoutes = {
  home: () => page().then(({ TodayPage }) => ({ Component: TodayPage })),
} satisfies FeatureRoutes
