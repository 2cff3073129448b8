import type { Config } from '../config/config.ts'
import { isLoopback } from '../loopback.ts'
import { failedFinding, warningFinding, passedFinding, wordsOf, type Finding } from './finding.ts'

const SECONDS = 10

export async function address({
  publicUrl,
  trustedProxies,
  production,
}: Config): Promise<Finding[]> {
  const { protocol, hostname } = new URL(publicUrl)
  if (isLoopback(hostname))
    return [
      warningFinding(
        'Public address',
        `PUBLIC_URL is ${publicUrl}: links in messages work on this machine alone.`,
      ),
    ]
  const found: Finding[] = []
  if (protocol !== 'https:')
    found.push(
      (production ? failedFinding : warningFinding)(
        'Public address',
        `${publicUrl} is not https: passwords travel open, and phones keep nothing without a network.`,
      ),
    )
  try {
    const answer = await fetch(`${publicUrl}/healthz`, {
      signal: AbortSignal.timeout(SECONDS * 1000),
    })
    found.push(
      answer.ok && answer.headers.has('x-request-id')
        ? passedFinding('Public address', `${publicUrl} leads here.`)
        : failedFinding(
            'Public address',
            `${publicUrl} answers, but not as this server (${answer.status}). Does the proxy lead to it?`,
          ),
    )
    if (answer.ok && answer.headers.has('x-request-id')) found.push(await acceptsReports(publicUrl))
  } catch (error) {
    found.push(
      warningFinding(
        'Public address',
        `${publicUrl} is not reached from here (${wordsOf(error)}): the server may not be running, or it is reached from outside alone.`,
      ),
    )
  }
  if (trustedProxies.length === 1 && trustedProxies[0] === 'loopback')
    found.push(
      warningFinding(
        'Public address',
        'TRUSTED_PROXIES is loopback: right where the proxy runs on this machine. Otherwise name it, or all people count as one address.',
      ),
    )
  return found
}

/** Maximum size of a gateway's report. nginx's default limit is one megabyte. */
const REPORT_BYTES = 2 * 1024 * 1024

/**
 * Sends a large report without a key. The server must refuse it; a proxy with a lower limit refuses
 * it first.
 */
export async function acceptsReports(publicUrl: string): Promise<Finding> {
  const about = 'Public address'
  const refused = (how: string) =>
    failedFinding(
      about,
      `Two megabytes do not pass: something before the server ${how}. Let the proxy take 50 MB (nginx: client_max_body_size 50m; see deploy/nginx.conf and deploy/haproxy.cfg).`,
    )
  try {
    const answer = await fetch(`${publicUrl}/api/iot/ingest/plantroom`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: ' '.repeat(REPORT_BYTES - 1),
      signal: AbortSignal.timeout(SECONDS * 1000),
    })
    await answer.body?.cancel()
    return answer.headers.has('x-request-id')
      ? passedFinding(about, 'Two megabytes pass through it.')
      : refused(`answers ${answer.status}`)
  } catch (error) {
    return refused(`ends the connection (${wordsOf(error)})`)
  }
}
