import { Resolver } from 'node:dns/promises'

export interface Dns {
  /** Empty if the name has no TXT record; null if no name server gave an answer. */
  txt(name: string): Promise<readonly string[] | null>
}

const TIMEOUT_MILLISECONDS = 3_000
const TRIES = 2
/** Bounds the work for a zone with very many records. */
const MAX_RECORDS = 200

/** The name does not exist, has no TXT record, or is not valid in DNS. */
const absent = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/** `servers` as `address:port`. Omit for the machine's name servers. */
export function makeDns({ servers }: { servers?: readonly string[] } = {}): Dns {
  const resolver = new Resolver({ timeout: TIMEOUT_MILLISECONDS, tries: TRIES })
  if (servers !== undefined) resolver.setServers(servers)
  return {
    async txt(name) {
      try {
        const records = await resolver.resolveTxt(name)
        return records.slice(0, MAX_RECORDS).map((parts) => parts.join(''))
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        return code !== undefined && absent.has(code) ? [] : null
      }
    },
  }
}
