import { waysIn } from '#contract/waysIn'
import { notSignedIn, notThere } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Handlers } from '../../kernel/mount.ts'
import type { Wire } from '../../kernel/wire.ts'
import { restingLetters } from '../letters/index.ts'
import { loginByIdentity, loginOptions } from './corporate.ts'
import { loginOtp, requestOtp } from './otp.ts'
import { requestReset, setNewPassword } from './reset.ts'

export function waysInHandlers(kernel: Kernel): Handlers<typeof waysIn> {
  const entered = (wire: Wire, token: string) => {
    wire.token(token)
    return { token }
  }
  /** The answer does not wait for the mail server: how long it takes must not tell whether a letter was written. */
  const posted = () => {
    kernel.sendSoon()
    return { asked: true as const }
  }
  const byIdentity = (idp: 'auth0' | 'sso') => async (_scope: unknown, { body, wire }: { body: { source?: string | undefined; nonce: string }; wire: Wire }) => {
    const token = wire.bearer
    if (token === null) throw notSignedIn('noToken')
    return entered(wire, await loginByIdentity(kernel, idp, { token, nonce: body.nonce, source: body.source, from: wire.from }))
  }
  return {
    getLoginOptions: (_scope, { body }) => loginOptions(kernel, body.email),
    async requestOtp(_scope, { body, wire }) {
      await requestOtp(kernel, body.email, body.way, wire.from)
      return posted()
    },
    loginOtp: async (_scope, { body, wire }) => entered(wire, await loginOtp(kernel, body, wire.from)),
    async requestReset(_scope, { body, wire }) {
      await requestReset(kernel, body.email, wire.from)
      return posted()
    },
    async setNewPassword(_scope, { body, wire }) {
      await setNewPassword(kernel, body.token, body.password, wire.from)
      return { changed: true }
    },
    loginAuth0: byIdentity('auth0'),
    loginSso: byIdentity('sso'),
    async listOutbox() {
      if (!kernel.demo) throw notThere('outbox')
      return { rows: (await restingLetters(kernel)).map((row) => ({ id: row.id, at: row.createdAt.toISOString(), channel: row.channel, to: row.to, subject: row.subject, text: row.text })) }
    },
  }
}
