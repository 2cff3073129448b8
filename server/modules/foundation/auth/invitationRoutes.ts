import type { invitations as contract } from '#contract/auth/invitations.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { acceptInvitation, readInvitation, refuseInvitation } from './invitations.ts'

export const invitationHandlers = (kernel: Kernel): Handlers<typeof contract> => ({
  readInvitation: (_scope, { body, wire }) => readInvitation(kernel, body.token, wire),
  acceptInvitation: (_scope, { body, wire }) => acceptInvitation(kernel, body, wire),
  async refuseInvitation(_scope, { body, wire }) {
    await refuseInvitation(kernel, body.token, wire)
    return { refused: true }
  },
})
