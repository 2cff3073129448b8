/** Ways in which a primary is lost. Each returns what brings the node back. */
import type { Node, PatroniCluster } from './patroni.ts'

export type Fault = 'killed' | 'stopped' | 'cut off' | 'demoted'

export const faults: Readonly<
  Record<Fault, (cluster: PatroniCluster, primary: Node) => Promise<() => void>>
> = {
  async killed(_cluster, primary) {
    await primary.kill()
    return () => primary.start()
  },
  stopped(_cluster, primary) {
    primary.freeze()
    return Promise.resolve(() => primary.thaw())
  },
  'cut off'(_cluster, primary) {
    primary.cut()
    return Promise.resolve(() => primary.mend())
  },
  async demoted(cluster, primary) {
    await cluster.switchOver(primary)
    return () => undefined
  },
}
