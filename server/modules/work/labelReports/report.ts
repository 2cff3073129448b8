import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { labelReports as contract, ReportPage } from '#contract/labelReports.ts'
import { problemKinds } from '#contract/rules/labelReports.ts'
import { prefix } from '#contract/rules/truncate.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { inCompany } from '#kernel/data/transaction.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { countRepeats, open } from '../tickets/index.ts'
import { hashOfCode } from '#kernel/data/labelCodeHash.ts'
import { lockReports, refuseFlood } from './limits.ts'
import { readPhotos, removePhotos, savePhotos, storePhotos, type StoredPhoto } from './photos.ts'
import { asReporter } from './reporter.ts'
import { problemText } from './settings.ts'
import { openReports, subjectOfCode, type Subject } from './subject.ts'
import { filled, wordsOf } from './words.ts'

type Body = z.output<typeof contract.reportByLabel.body>

/** As the API answers; the page replaces the product's own words in the reporter's language. */
export async function readPage(
  kernel: Kernel,
  code: string,
  device: string | null,
): Promise<ReportPage> {
  const { settings, open: reports, ...subject } = await subjectOfCode(kernel, code, device)
  return {
    receiver: subject.receiver,
    phone: settings.phone,
    days: subject.days,
    name: subject.name,
    place: subject.place,
    isFull: subject.isFull,
    problems: settings.problems.map(({ key, text }) => ({ key, text })),
    open: reports.map(({ ref, problemKey, problemText: text, at, isTaken, isWaiting, isOwn }) => ({
      ref,
      key: problemKey,
      text,
      at: at.toISOString(),
      isTaken,
      isWaiting,
      isOwn,
    })),
  }
}

export async function report(
  kernel: Kernel,
  code: string,
  { body, device }: { body: Body; device: string | null },
): Promise<{ isRepeat: boolean }> {
  const subject = await subjectOfCode(kernel, code, device)
  const { companyId, labelId } = subject
  const photos = readPhotos(body.photos ?? [])
  const earlier = await inCompany(kernel.pool, companyId, async (db) => {
    const [known] = await reportOfKey(db, body.key)
    if (known === undefined)
      await refuseFlood(db, { companyId, labelId, device }, kernel.clock.now())
    return known
  })
  if (earlier !== undefined) return earlier
  const stored = await storePhotos(kernel, companyId, photos)
  try {
    return await asReporter(kernel, companyId, async (scope) => {
      await lockReports(scope.db, companyId)
      const [known] = await reportOfKey(scope.db, body.key)
      if (known !== undefined) {
        await removePhotos(kernel, stored)
        return known
      }
      await refuseFlood(scope.db, { companyId, labelId, device }, scope.clock.now())
      return save(scope, subject, { body, device, stored })
    })
  } catch (error) {
    await removePhotos(kernel, stored)
    throw error
  }
}

const reportOfKey = (db: Scope['db'], key: string) =>
  db
    .select({ isRepeat: tables.ticketReport.isRepeat })
    .from(tables.ticketReport)
    .where(eq(tables.ticketReport.keyHash, hashOfCode(key)))

async function save(
  scope: Scope,
  { labelId, codeHash, settings, ...subject }: Subject,
  { body, device, stored }: { body: Body; device: string | null; stored: readonly StoredPhoto[] },
): Promise<{ isRepeat: boolean }> {
  const { db, actor, clock } = scope
  const problem = problemOf(settings, body)
  const others = await openReports(db, actor.companyId, { labelId, codeHash, device })
  const same = others.find(({ ref, problemKey }) =>
    body.again === undefined ? problemKey === problem.key : ref === body.again,
  )
  const words = [
    problem.isOlder && problem.said !== ''
      ? filled(wordsOf(actor.language).olderPage, { text: problem.said })
      : '',
    body.words ?? '',
  ]
    .filter((line) => line !== '')
    .join('\n')
  const ticketId =
    same?.ticketId ??
    (await open(scope, {
      title: titleOf(problemText(problem, actor.language), subject.fullName),
      description: words === '' ? null : words,
      ticketTypeId: problem.ticketTypeId,
      equipmentId: subject.equipmentId,
      locationId: subject.equipmentId === null ? subject.locationId : null,
    }))
  const now = clock.now()
  const [made] = await db
    .insert(tables.ticketReport)
    .values({
      companyId: actor.companyId,
      labelId,
      ticketId,
      keyHash: hashOfCode(body.key),
      isRepeat: same !== undefined,
      problemKey: same?.problemKey ?? problem.key,
      problemText: same?.problemText ?? problem.text,
      words: words === '' ? null : words,
      reporterName: body.name === '' ? null : body.name,
      reporterPhone: body.phone === '' ? null : body.phone,
      device,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: tables.ticketReport.id })
  if (!made) throw new Error('The report was not kept')
  await savePhotos(scope, { ticketId, reportId: made.id }, stored)
  if (same !== undefined) await countRepeats(scope, [ticketId])
  scope.changed('Ticket', { type: 'Ticket', id: ticketId }, 'ReportLabel')
  return { isRepeat: same !== undefined }
}

/**
 * The page may be older than the settings. The text of a problem that the company removed goes to
 * the ticket alone, because pages of the label show a report's problem to everybody.
 */
function problemOf({ problems }: Subject['settings'], { problem: key, problemText: said }: Body) {
  const known = problems.find((problem) => problem.key === key)
  if (known !== undefined) return { ...known, said: '', isOlder: false }
  const last = problems.at(-1)
  if (last === undefined) throw new Error('A label without problems takes no reports')
  const isOfProduct = problemKinds.some((kind) => kind === key)
  return {
    key: isOfProduct ? key : 'other',
    text: '',
    ticketTypeId: last.ticketTypeId,
    said: isOfProduct ? '' : (said ?? ''),
    isOlder: true,
  }
}

const TITLE_MAXIMUM = 200

/** Lists show the target beside the title, and leave it out there (ticketFace.ts). */
const titleOf = (problem: string, name: string): string =>
  prefix(`${problem}: ${name}`, TITLE_MAXIMUM)
