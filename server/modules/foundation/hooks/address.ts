/** The parts of a hook's URL that may be shown. The rest may contain credentials. */

/** The origin only: `https://hooks.example.org`. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : ''
}

/** For users who may edit hooks: with the path, without user name, password, query and fragment. */
export function addressShown(address: string): string {
  if (!URL.canParse(address)) return ''
  const { origin, pathname, search, hash, username } = new URL(address)
  const hasMore = search !== '' || hash !== '' || username !== ''
  return `${origin}${pathname === '/' && !hasMore ? '' : pathname}${hasMore ? '?…' : ''}`
}
