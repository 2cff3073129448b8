/** What the doctor finds at PUBLIC_URL, where browsers come in. */
import type { Config } from '../config/config.ts'
import { isLoopback } from '../loopback.ts'
import { bad, mind, well, wordsOf, type Finding } from './finding.ts'

const SECONDS = 10

export async function address({
  publicUrl,
  trustedProxies,
  production,
}: Config): Promise<Finding[]> {
  const { protocol, hostname } = new URL(publicUrl)
  if (isLoopback(hostname))
    return [
      mind(
        'Public address',
        `PUBLIC_URL is ${publicUrl}: links in messages work on this machine alone.`,
      ),
    ]
  const found: Finding[] = []
  if (protocol !== 'https:')
    found.push(
      (production ? bad : mind)(
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
        ? well('Public address', `${publicUrl} leads here.`)
        : bad(
            'Public address',
            `${publicUrl} answers, but not as this server (${answer.status}). Does the proxy lead to it?`,
          ),
    )
  } catch (error) {
    found.push(
      mind(
        'Public address',
        `${publicUrl} is not reached from here (${wordsOf(error)}): the server may not be running, or it is reached from outside alone.`,
      ),
    )
  }
  if (trustedProxies.length === 1 && trustedProxies[0] === 'loopback')
    found.push(
      mind(
        'Public address',
        'TRUSTED_PROXIES is loopback: right where the proxy runs on this machine. Otherwise name it, or all people count as one address.',
      ),
    )
  return found
}
