/**
 * Demo mode shows all messages (reset links among them) and has accounts with public passwords. So
 * it runs only on data of the demo seed, and only on a loopback address unless confirmed.
 */
import type { Config } from './config/config.ts'
import { isLoopback } from './loopback.ts'
import type { CompanyCounts } from './modules/foundation/auth/index.ts'

export class DemoRefused extends Error {
  override name = 'DemoRefused'
}

export type DemoSettings = Pick<
  Config,
  'demo' | 'demoExposed' | 'production' | 'host' | 'publicUrl'
>

export function refuseUnsafeDemo(settings: DemoSettings, companies: CompanyCounts): void {
  const sentence = demoRefusal(settings, companies)
  if (sentence !== null) throw new DemoRefused(sentence)
}

/** Returns why the server must not start and what to do about it, or null. */
export function demoRefusal(settings: DemoSettings, companies: CompanyCounts): string | null {
  if (settings.demo && companies.own > 0) {
    return (
      `Demo mode is on, but the data holds ${companies.own === 1 ? 'a company that is' : `${companies.own} companies that are`} ` +
      'not of the demo. In demo mode anyone could read their reset links without signing in. ' +
      'Start with DEMO=0 to go on with this data (put it into .env to keep it so), ' +
      'or name another DATA_DIR or DATABASE_URL for a demo.'
    )
  }
  const isDemo = settings.demo || companies.demo > 0
  if (!isDemo || settings.demoExposed) return null
  const what =
    companies.demo > 0 ? 'the data is a demo, whose sign-ins everybody knows' : 'demo mode is on'
  if (settings.production) {
    return (
      `NODE_ENV is production, but ${what}. ` +
      (companies.demo > 0
        ? 'Name another DATA_DIR or DATABASE_URL for your own company'
        : 'Start with DEMO=0') +
      ', or set DEMO_EXPOSED=1 if you do want a demo that others can reach.'
    )
  }
  const reachable = reachableAddress(settings)
  if (reachable === null) return null
  return (
    `${reachable}, an address that others can reach, but ${what}. ` +
    'Use HOST=localhost, start with DEMO=0 on data of your own, ' +
    'or set DEMO_EXPOSED=1 if you do want a demo that others can reach.'
  )
}

/** A proxy on the same machine can expose a loopback address; PUBLIC_URL then shows it. */
function reachableAddress({ host, publicUrl }: DemoSettings): string | null {
  if (!isLoopback(host)) return `HOST is ${host}`
  if (!isLoopback(new URL(publicUrl).hostname)) return `PUBLIC_URL is ${publicUrl}`
  return null
}
