import { waysIn } from '#contract/auth/waysIn.ts'
import { badInput, notSignedIn, refuseNotFound } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { actorOfToken, type Handlers } from '#kernel/http/mount.ts'
import type { Wire } from '#kernel/http/fileBodies.ts'
import { unsentMessages } from '../messages/index.ts'
import { beginIdentity, loginByIdentity, loginOptions } from './corporate.ts'
import { loginOtp, requestOtp } from './otp.ts'
import { requestReset, setNewPassword } from './reset.ts'

/** A token alone cannot show whether it was stolen in transit (decision 26). */
const notBegunHere =
  'This sign-in was not begun here. Call POST /api/public/begin-identity, send its nonce to the provider as the nonce of the request, and send it here again with the identity token.'

export function signInMethodHandlers(kernel: Kernel): Handlers<typeof waysIn> {
  const entered = (wire: Wire, token: string) => {
    wire.nameBrowser()
    wire.token(token)
    return { token }
  }
  /**
   * The response does not wait for the mail server, because timing would reveal whether a message
   * was written.
   */
  const posted = () => {
    kernel.sendSoon()
    return { asked: true as const }
  }
  const byIdentity =
    (idp: 'auth0' | 'sso') =>
    async (
      _scope: unknown,
      {
        body,
        wire,
      }: { body: { source?: string | undefined; nonce?: string | undefined }; wire: Wire },
    ) => {
      const token = wire.bearer
      if (token === null) throw notSignedIn('noToken')
      if (body.nonce === undefined) throw badInput('body.nonce', 'beginFirst', notBegunHere)
      return entered(
        wire,
        await loginByIdentity(kernel, idp, { token, nonce: body.nonce, source: body.source }, wire),
      )
    }
  return {
    getLoginOptions: (_scope, { body, wire }) => {
      wire.nameBrowser() // before the code is requested, so that the code can be bound to the browser
      return loginOptions(kernel, body)
    },
    beginIdentity: (_scope, { body, wire }) => {
      wire.nameBrowser()
      return beginIdentity(kernel, body.idp, wire)
    },
    async requestOtp(_scope, { body, wire }) {
      wire.nameBrowser()
      await requestOtp(kernel, body.email, body.way, wire)
      return posted()
    },
    loginOtp: (_scope, { body, wire }) => loginOtp(kernel, body, wire),
    async requestReset(_scope, { body, wire }) {
      await requestReset(kernel, body.email, wire)
      return posted()
    },
    async setNewPassword(_scope, { body, wire }) {
      await setNewPassword(kernel, body.token, body.password, wire)
      return { changed: true }
    },
    loginAuth0: byIdentity('auth0'),
    loginSso: byIdentity('sso'),
    async listOutbox(_scope, { wire }) {
      if (!kernel.demo) throw refuseNotFound('outbox')
      if (kernel.demoExposed) await actorOfToken(kernel, wire.bearer)
      return {
        rows: (await unsentMessages(kernel)).map((row) => ({
          id: row.id,
          at: row.createdAt.toISOString(),
          channel: row.channel,
          to: row.to,
          subject: row.subject,
          text: row.text,
        })),
      }
    },
  }
}
