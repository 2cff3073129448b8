/**
 * When the server looks at what rules watch: after a change, at a due time, and each minute. A look
 * depends only on stored data and the time, so a restart or a second server is harmless.
 */
import { and, isNull, lte } from 'drizzle-orm'
import { isWatched } from '#contract/automation/events.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { startJob } from '#kernel/work/jobs.ts'
import { isTouched, tagsOfEvents } from './events.ts'
import { isWatching, lookAtCompany, type WatchingRule } from './lookAtRules.ts'

const EVERY = 1_500
/** Milliseconds until a company is looked at without a change. */
const AT_LEAST_EVERY = 60_000
/** Milliseconds that the first look of a server goes back, and a margin for later ones. */
const FIRST_LOOK = 2 * 86_400_000
const MARGIN = 2 * 60_000
/** A change that became visible later than this is found by the next whole look. */
const SHORT_MARGIN = 10_000

export function startWatchingRules(kernel: Kernel): void {
  const look = makeLook(kernel)
  startJob(kernel, { name: 'events of automations', every: EVERY, run: look })
}

/** Returns one run of the job, which looks only at companies with something changed or due. */
export function makeLook(kernel: Kernel): () => Promise<void> {
  const changed = new Map<number, Set<string>>()
  const lookedAt = new Map<number, number>()
  const glancedAt = new Map<number, number>()
  let watching: Id<'company'>[] | null = null
  let askedAt = 0
  kernel.live.observe(({ tags }, companyId) => {
    for (const { type, id } of tags) {
      // The look itself publishes the tags of single rules.
      const isSaved = type === 'Automation' && id === undefined
      if (isSaved) watching = null
      if (!isSaved && !tagsOfEvents.has(type)) continue
      const types = changed.get(companyId) ?? new Set()
      changed.set(companyId, types.add(type))
    }
  })
  const ask = async (now: Date) => {
    // A rule that is saved meanwhile makes it unknown again.
    watching = []
    askedAt = now.getTime()
    const found = await watchingCompanies(kernel)
    watching &&= found
    return found
  }
  return async () => {
    const now = kernel.clock.now()
    const isKnown = Math.abs(now.getTime() - askedAt) < AT_LEAST_EVERY
    const companies = watching !== null && isKnown ? watching : await ask(now)
    if (companies.length === 0) return
    const due = await dueRules(kernel, now)
    for (const companyId of companies) {
      const last = lookedAt.get(companyId)
      const isWhole = last === undefined || Math.abs(now.getTime() - last) >= AT_LEAST_EVERY
      const tags = changed.get(companyId) ?? new Set()
      const dueHere = due.get(companyId) ?? new Set()
      if (!isWhole && tags.size === 0 && dueHere.size === 0) continue
      changed.delete(companyId)
      // A rule that was skipped since the last whole look goes back as far.
      const from = last === undefined ? now.getTime() - FIRST_LOOK : last - MARGIN
      const glanced = glancedAt.get(companyId)
      const changedSince =
        isWhole || glanced === undefined || tags.has('Automation')
          ? null
          : new Date(glanced - SHORT_MARGIN)
      const concerns = ({ id, event }: WatchingRule) =>
        isWhole ||
        tags.has('Automation') ||
        dueHere.has(id) ||
        (isWatched(event) && isTouched(event, tags))
      try {
        const look = { from: new Date(from), changedSince, concerns }
        const isOurs = await lookAtCompany(kernel, companyId, look)
        if (isOurs) glancedAt.set(companyId, now.getTime())
        if (isOurs && isWhole) lookedAt.set(companyId, now.getTime())
        if (!isOurs) changed.set(companyId, tags)
      } catch (error) {
        changed.set(companyId, tags)
        kernel.log.error({ err: error, companyId }, 'the rules of a company were not looked at')
      }
    }
  }
}

async function watchingCompanies({ pool }: Kernel): Promise<Id<'company'>[]> {
  const rows = await asSystem(pool, (db) =>
    db
      .selectDistinct({ id: tables.automation.companyId })
      .from(tables.automation)
      .where(isWatching),
  )
  return rows.map(({ id }) => id)
}

async function dueRules({ pool }: Kernel, now: Date): Promise<ReadonlyMap<number, Set<number>>> {
  const { firedAt, dueAt, companyId, automationId } = tables.automationWait
  const rows = await asSystem(pool, (db) =>
    db
      .selectDistinct({ companyId, automationId })
      .from(tables.automationWait)
      .where(and(isNull(firedAt), lte(dueAt, now))),
  )
  const due = new Map<number, Set<number>>()
  for (const row of rows)
    due.set(row.companyId, (due.get(row.companyId) ?? new Set()).add(row.automationId))
  return due
}
