/**
 * Open event streams of this server, limited by session, person and company. None outlives its
 * session.
 */
import type pg from 'pg'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { isMember } from '#kernel/access/members.ts'
import type { Clock } from '#ports/clock.ts'
import { tooMany } from './errors.ts'
import { startJob, type Jobs } from '#kernel/work/jobs.ts'
import { asSystem } from '#kernel/data/transaction.ts'

interface StreamOwner {
  sessionId: string | null
  userId: number | null
  companyId: number
}

export interface Streams {
  /** Throws 429 at a limit. Returns the function that releases the stream. `end` closes it. */
  open(owner: StreamOwner, end: () => void): () => void
  endLapsed(kernel: { pool: pg.Pool; clock: Clock }): Promise<void>
  endAll(): void
  count(): number
  countOf(companyId: number): number
}

/** Tabs share one stream; a browser without shared workers opens one a tab. */
export const STREAM_LIMITS = { session: 8, person: 20, company: 2_000 } as const

export function makeStreams(): Streams {
  const all = new Set<{ owner: StreamOwner; end: () => void }>()
  const countOf = (isOwn: (owner: StreamOwner) => boolean) =>
    [...all].filter(({ owner }) => isOwn(owner)).length
  return {
    open(owner, end) {
      const isFull =
        countOf(({ sessionId }) => sessionId === owner.sessionId) >= STREAM_LIMITS.session ||
        countOf(
          ({ userId, companyId }) => userId === owner.userId && companyId === owner.companyId,
        ) >= STREAM_LIMITS.person ||
        countOf(({ companyId }) => companyId === owner.companyId) >= STREAM_LIMITS.company
      if (isFull) throw tooMany(60)
      const stream = { owner, end }
      all.add(stream)
      return () => void all.delete(stream)
    },
    async endLapsed({ pool, clock }) {
      const asked = [...all]
      const ids = [...new Set(asked.flatMap(({ owner }) => owner.sessionId ?? []))]
      if (ids.length === 0) return
      const running = await asSystem(pool, (db) =>
        db
          .select({ id: tables.session.id })
          .from(tables.session)
          .innerJoin(
            tables.user,
            and(
              eq(tables.user.companyId, tables.session.companyId),
              eq(tables.user.id, tables.session.userId),
              isMember,
            ),
          )
          .where(
            and(
              inArray(tables.session.id, ids),
              isNull(tables.session.endedAt),
              sql`${tables.session.expiresAt} > ${clock.now()}`,
            ),
          ),
      )
      const good = new Set(running.map(({ id }) => id))
      for (const { owner, end } of asked)
        if (owner.sessionId !== null && !good.has(owner.sessionId)) end()
    },
    endAll() {
      for (const { end } of all) end()
    },
    count: () => all.size,
    countOf: (companyId) => countOf(({ companyId: own }) => own === companyId),
  }
}

const EVERY_MILLISECONDS = 5_000

/** One query for all streams of this server, every few seconds. */
export const startEndingStreams = (kernel: {
  pool: pg.Pool
  clock: Clock
  jobs: Jobs
  streams: Streams
}): void =>
  void startJob(kernel, {
    name: 'ends of live streams',
    every: EVERY_MILLISECONDS,
    run: () => kernel.streams.endLapsed(kernel),
  })
