import { detailParts } from '#contract/dashboards/dashboardItems.ts'
import { cardRanges } from '#contract/dashboards/periods.ts'
import { withFormerName, inAddress, type AddressValues } from '#lib/addressState.ts'

export const rangeChoices = ['own', ...cardRanges] as const
export const boardShape = {
  range: inAddress.oneOf(rangeChoices, 'own'),
  at: inAddress.text(),
  card: inAddress.id('dashboardItem'),
  cardAt: inAddress.text(),
  tab: withFormerName('part', inAddress.oneOf(detailParts, 'counted')),
  page: inAddress.count(1),
  share: inAddress.flag(),
}
export type BoardState = AddressValues<typeof boardShape>

const day = /^\d{4}-\d{2}-\d{2}$/

export function momentOf({ range, at }: Pick<BoardState, 'range' | 'at'>) {
  return { ...(range === 'own' ? {} : { range }), ...(day.test(at) ? { at } : {}) }
}
