import { live as contract } from '#contract/live.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Handlers } from '#kernel/http/mount.ts'

export function liveHandlers(kernel: Kernel): Handlers<typeof contract> {
  return {
    async openLive({ actor }, { wire }) {
      return wire.events((send, end) => {
        const isOver = kernel.streams.open(actor, end)
        const stop = kernel.live.subscribe(actor.companyId, (message) =>
          send(JSON.stringify(message)),
        )
        return () => {
          stop()
          isOver()
        }
      })
    },
  }
}
