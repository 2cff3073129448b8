import type { Kernel } from '#kernel/kernel.ts'
import type { Wire } from '#kernel/http/fileBodies.ts'

export interface RelyingParty {
  id: string
  origin: string
}

const LOOPBACK = /^(localhost|[\w.-]+\.localhost)$/

/**
 * From `PUBLIC_URL`. In a demo, whose port varies, the page's own loopback origin is accepted too.
 */
export function relyingPartyOf(
  { publicUrl, demo }: Kernel,
  { origin }: Pick<Wire, 'origin'>,
): RelyingParty {
  const asked = demo && origin !== null && URL.canParse(origin) ? new URL(origin) : null
  const { hostname, origin: its } =
    asked !== null && LOOPBACK.test(asked.hostname) ? asked : new URL(publicUrl)
  return { id: hostname, origin: its }
}
