/** Fetches a public calendar through the hook client, which guards networks, time and size. */
import type { CalendarFetchFault } from '#contract/company/followedCalendar.ts'
import { MAX_CALENDAR_BYTES } from '#contract/company/calendarFile.ts'
import { NotReachable, type HookAnswer, type HookClient } from '#ports/hookClient.ts'

const MAX_REDIRECTS = 4

export interface Known {
  etag: string | null
  lastModified: string | null
}
type Fetched =
  | { kind: 'same' }
  | ({ kind: 'file'; text: string } & Known)
  | { kind: 'fault'; code: CalendarFetchFault; status: number | null }

const failed = (code: CalendarFetchFault, status: number | null = null): Fetched => ({
  kind: 'fault',
  code,
  status,
})

/** `known`: the validators of the stored file. Each redirect is guarded like the first request. */
export async function fetchCalendar(
  hooks: HookClient,
  { address, companyUuid, known }: { address: string; companyUuid: string; known: Known },
): Promise<Fetched> {
  let url = overHttps(address)
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    let answer: HookAnswer
    try {
      answer = await hooks.call({
        method: 'GET',
        url,
        headers: {
          accept: 'text/calendar, */*;q=0.5',
          'user-agent': 'Plantroom',
          ...(known.etag !== null && { 'if-none-match': known.etag }),
          ...(known.lastModified !== null && { 'if-modified-since': known.lastModified }),
        },
        body: null,
        companyUuid,
        largestAnswer: MAX_CALENDAR_BYTES,
      })
    } catch (error) {
      return failed(error instanceof NotReachable ? 'notAllowed' : 'noAnswer')
    }
    const { status, headers = {}, body, isCut = false } = answer
    if (status === 304) return { kind: 'same' }
    const location = headers.location
    if ([301, 302, 303, 307, 308].includes(status) && location !== undefined) {
      if (!URL.canParse(location, url)) return failed('noAnswer')
      url = overHttps(new URL(location, url).href)
      continue
    }
    if (status >= 500) return failed('failed', status)
    if (status !== 200) return failed('refused', status)
    if (isCut) return failed('tooLarge')
    return {
      kind: 'file',
      text: body,
      etag: headers.etag ?? null,
      lastModified: headers['last-modified'] ?? null,
    }
  }
  return failed('noAnswer')
}

/** Published webcal: addresses mean https: for a subscribing program. */
const overHttps = (address: string): string => address.trim().replace(/^webcal:/i, 'https:')
