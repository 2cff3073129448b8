/** TXT records of the public DNS. */
import { Resolver } from 'node:dns/promises'

export interface Dns {
  /** Empty if the name has no TXT record; null if no name server gave an answer. */
  txt(name: string): Promise<readonly string[] | null>
}

const TIMEOUT_MILLISECONDS = 3_000
const TRIES = 2
/** A zone may hold any number of records; ours is among the first of a sane one. */
const MAX_RECORDS = 200

/** The name, or a record of its type, does not exist; a name that DNS cannot hold neither. */
const absent = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/** `servers`: `address:port`; those of the machine if left out. */
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
