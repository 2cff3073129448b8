import { automationKinds } from '#contract/automation/sideList.ts'
import { inAddress, type AddressValues } from '#lib/addressState.ts'

export const centreAddress = {
  kind: inAddress.oneOf(automationKinds, 'mostUsed'),
  tab: inAddress.text('facts'),
  procedure: inAddress.id('procedure'),
  id: inAddress.id('automation'),
  page: inAddress.count(1),
  size: inAddress.count(50),
  review: inAddress.flag(),
  failed: inAddress.flag(),
}

export const centreQuestion = (
  state: AddressValues<typeof centreAddress>,
  procedureId: number | null,
) => ({
  kind: state.kind,
  limit: Math.min(100, state.size),
  offset: (state.page - 1) * state.size,
  sort: state.kind === 'mostUsed' ? ('-runs' as const) : ('procedure' as const),
  ...(procedureId === null ? {} : { procedureId }),
  ...(state.review ? { needsReview: true } : {}),
  ...(state.failed ? { hasFailed: true } : {}),
})
