import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Language } from '#contract/languages.ts'
import { truncate } from '#contract/rules/truncate.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict, notSignedIn } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { consumeAttempt } from '#kernel/access/attemptLimits.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { networkErrorText } from '#ports/networkError.ts'
import { canSend, writeMessage } from '../../foundation/messages/index.ts'

const TRIES = 5 // per 15 minutes and person

const words: Record<Language, { subject: string; text: string }> = {
  en: { subject: 'Test from Plantroom', text: 'The mail server of Plantroom delivers.' },
  he: { subject: 'ניסיון מ־Plantroom', text: 'שרת הדואר של Plantroom פועל.' },
  ar: { subject: 'اختبار من Plantroom', text: 'خادم بريد Plantroom يعمل.' },
  ru: { subject: 'Проверка из Plantroom', text: 'Почтовый сервер Plantroom доставляет письма.' },
  cs: {
    subject: 'Zkouška z aplikace Plantroom',
    text: 'Poštovní server aplikace Plantroom doručuje.',
  },
  sk: {
    subject: 'Skúška z aplikácie Plantroom',
    text: 'Poštový server aplikácie Plantroom doručuje.',
  },
}

/** Throws 409 `noMailServer` if none is configured. */
export async function sendTestMail(
  kernel: Kernel,
  { actor, clock }: Scope,
): Promise<{ to: string; reason: string | null }> {
  const { companyId, userId, language } = actor
  if (userId === null) throw notSignedIn('noToken')
  if (!canSend(kernel, 'email'))
    throw conflict('No mail server is set up.', [
      { path: '', code: 'noMailServer', message: 'SMTP_URL' },
    ])
  const to = await asSystem(kernel.pool, async (db) => {
    await consumeAttempt(db, [[`test-mail:${companyId}:${userId}`, TRIES]], clock.now())
    const [own] = await db
      .select({ email: tables.person.email })
      .from(tables.user)
      .innerJoin(tables.person, eq(tables.person.id, tables.user.personId))
      .where(ofCompany(tables.user, companyId, eq(tables.user.id, userId)))
    return own?.email
  })
  if (to === undefined) throw notSignedIn('ended')
  if (!kernel.post.delivers('email')) {
    // In a demo without a mail server, messages stay on the outbox page.
    await asSystem(kernel.pool, (db) =>
      writeMessage(db, clock.now(), { channel: 'email', to, language, ...words[language] }),
    )
    return { to, reason: null }
  }
  try {
    await kernel.post.deliver({
      channel: 'email',
      to,
      language,
      messageId: randomUUID(),
      ...words[language],
    })
    return { to, reason: null }
  } catch (error) {
    kernel.log.warn({ err: error }, 'the mail server did not take a test message')
    return { to, reason: truncate(networkErrorText(error), 300) }
  }
}
