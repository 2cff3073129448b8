import { labelReports } from '#contract/labelReports.ts'
import { locations } from '#contract/locations/locations.ts'
import { tickets } from '#contract/tickets.ts'
import type { Api } from '#tests/apiClient.ts'

/** The server takes a report with this key once, however often the pictures are taken. */
const REPORT_KEY = '5ca1ab1e'.repeat(4)

export interface LabelThings {
  labelCode: string
  reportKey: string
  /** A ticket with a report by label and a public comment. */
  reported: number
}

export const labelScreens: readonly {
  name: string
  path(things: LabelThings): string
  isPublic?: true
}[] = [
  { name: 'label-page', path: ({ labelCode }) => `/r/${labelCode}`, isPublic: true },
  { name: 'label-page-gone', path: () => '/r/0000000000000000', isPublic: true },
  { name: 'label-answer', path: ({ reportKey }) => `/reported/${reportKey}`, isPublic: true },
  { name: 'reported-ticket', path: ({ reported }) => `/tickets?list=all&id=${reported}` },
  {
    name: 'reported-ticket-timeline',
    path: ({ reported }) => `/tickets?list=all&id=${reported}&tab=timeline`,
  },
  { name: 'reports-by-label', path: () => '/management/reports-by-label' },
]

export async function findLabelThings(api: Api): Promise<LabelThings> {
  const opened = await api.call(tickets.listTickets, {
    body: { isReported: true, isRepeated: true, sort: 'openedAt', limit: 10 },
  })
  const ticket = opened.rows.find(({ location }) => location !== null)
  const room =
    ticket?.location ??
    (await api.call(locations.listLocations, { body: { limit: 1, sort: 'name' } })).rows[0]
  const [label] = await api.call(labelReports.makeLabelCodes, {
    body: { locationIds: [room?.id ?? 1] },
  })
  const labelCode = label?.code ?? ''
  await api
    .call(labelReports.reportByLabel, {
      params: { code: labelCode },
      body: { key: REPORT_KEY, problem: ticket === undefined ? 'other' : 'leaking' },
    })
    .catch(() => undefined)
  const inWork = opened.rows.find(({ state }) => state.category === 'inProgress') ?? ticket
  return { labelCode, reportKey: REPORT_KEY, reported: inWork?.id ?? 1 }
}
