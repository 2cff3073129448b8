/** What may be told of a hook's address: the rest of it can open the other side's door. */

/** Where it goes, and nothing that is sent along: `https://hooks.example.org`. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : ''
}

/** For who keeps hooks: the path too, but no name, password, query or fragment. */
export function addressShown(address: string): string {
  if (!URL.canParse(address)) return ''
  const { origin, pathname, search, hash, username } = new URL(address)
  const hasMore = search !== '' || hash !== '' || username !== ''
  return `${origin}${pathname === '/' && !hasMore ? '' : pathname}${hasMore ? '?…' : ''}`
}
