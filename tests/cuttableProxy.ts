/**
 * A TCP proxy that can drop everything, as a cut cable does: connections stay open, nothing
 * arrives, and new ones are never answered.
 */
import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'

export interface CuttableProxy {
  port: number
  cut(): void
  mend(): void
  close(): void
}

/** `target`: a port of this machine, or the path of a socket. */
export async function startCuttableProxy(target: number | string): Promise<CuttableProxy> {
  let isCut = false
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((near) => {
    const far = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target)
    const pair = [near, far] as const
    pairs.add(pair)
    const end = () => {
      // The peer of a cut connection hears nothing of its end.
      if (isCut) return
      pairs.delete(pair)
      for (const each of pair) each.destroy()
    }
    for (const [from, to] of [pair, pair.toReversed()] as [Socket, Socket][])
      from
        .setNoDelay()
        .on('data', (chunk) => !isCut && to.write(chunk))
        .on('error', end)
        .on('close', end)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.')
  const endAll = () => {
    for (const pair of pairs) for (const each of pair) each.destroy()
    pairs.clear()
  }
  return {
    port: address.port,
    cut() {
      isCut = true
    },
    // What was dropped leaves a hole in each stream, so none can go on.
    mend() {
      endAll()
      isCut = false
    },
    close() {
      server.close()
      endAll()
    },
  }
}
