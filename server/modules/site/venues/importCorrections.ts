import type { Id } from '#contract/ids.ts'
import { countOfCorrections, type Corrections, corrections } from '#contract/venue/corrections.ts'
import type { PlanChecks } from '#contract/venue/planChecks.ts'
import * as tables from '#db/schema/index.ts'
import { refuseStale, writeVersioned } from '#kernel/data/updateVersioned.ts'
import { conflict } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { viewOf, type ImportRow } from './importView.ts'
import { checkPlanTask } from './inThread.ts'
import { oneImport } from './venueImports.ts'

export async function saveCorrections(
  { threads }: Pick<Kernel, 'threads'>,
  scope: Scope,
  id: Id<'venueImport'>,
  { version, corrections: made }: { version: number; corrections: Corrections },
): ReturnType<typeof viewOf> {
  const row = await scope.transaction((inside) => oneImport(inside, id))
  refuseApplied(row)
  await refuseStale(version, row)
  // Runs between the transactions, because checking a large plan takes seconds.
  const checks = await checksFor(threads, scope, row, made)
  return scope.transaction(async (inside) => {
    refuseApplied(await oneImport(inside, id, true))
    const written = await writeVersioned(inside, tables.venueImport, {
      id,
      version,
      set: { corrections: countOfCorrections(made) === 0 ? {} : made, checks },
    })
    return viewOf(inside, written)
  })
}

function refuseApplied({ done }: ImportRow): void {
  if (done !== null)
    throw conflict('This plan is taken over already.', [
      { path: 'params.id', code: 'takenOverAlready', message: 'import' },
    ])
}

/** Checks the corrected plan. Renaming does not change the result, so it reuses the earlier one. */
async function checksFor(
  threads: Kernel['threads'],
  scope: Scope,
  row: ImportRow,
  made: Corrections,
): Promise<PlanChecks> {
  const before = corrections.parse(row.corrections)
  if (row.checks !== null && JSON.stringify(drawnBy(before)) === JSON.stringify(drawnBy(made)))
    return row.checks
  return threads.run(checkPlanTask, scope.actor.companyId, { plan: row.plan, made })
}

const drawnBy = ({ layers, added, floors, rooms }: Corrections) => ({
  layers,
  added: added.map(({ building, floor, ordinal }) => ({ building, floor, ordinal })),
  floors: floors
    .map(({ building, floor, ordinal, isLeftOut, onto }) => ({
      building,
      floor,
      ordinal,
      isLeftOut,
      onto,
    }))
    .filter(({ ordinal, isLeftOut, onto }) => ordinal ?? isLeftOut ?? onto),
  rooms: rooms
    .map(({ building, floor, room, kind, isLeftOut, onto }) => ({
      building,
      floor,
      room,
      kind,
      isLeftOut,
      onto,
    }))
    .filter(({ kind, isLeftOut, onto }) => kind ?? isLeftOut ?? onto),
})
