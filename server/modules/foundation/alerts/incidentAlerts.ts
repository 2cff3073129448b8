/**
 * Alerts about incidents: sent at the start and resolved at the end. Recipients are followers of
 * the equipment and device administrators, as far as they may see the subject.
 */
import { eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { IncidentKind } from '#contract/rules/sensors.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { aboveCompanies } from '#kernel/data/transaction.ts'
import { writeMessage } from '../messages/index.ts'
import { responsibleUsers } from './recipients.ts'
import { addressOf, saveAlert, type Lasting } from './send.ts'
import { lastingText, words } from './texts.ts'

interface Incident extends Lasting {
  kind: IncidentKind
  text: string | null
  equipmentId: Id<'equipment'> | null
  locationId: Id<'location'> | null
}

const levels = {
  sensorTooLow: 'warning',
  sensorTooHigh: 'warning',
  sensorSilent: 'warning',
  gatewaySilent: 'error',
} as const satisfies Record<IncidentKind, string>

const none = {
  ticketId: null,
  runId: null,
  automationName: null,
  byName: null,
  procedureLogId: null,
}

const peopleFor = (scope: Scope, about: Pick<Incident, 'equipmentId' | 'locationId'>) =>
  responsibleUsers(scope, 'editor|devices', about)

/**
 * Created once even if several servers detect it: a second incident of the same kind is ignored.
 */
export async function openIncidentAlert(
  scope: Scope,
  { kind, ...incident }: Incident,
): Promise<void> {
  const people = await peopleFor(scope, incident)
  const id = await saveAlert(
    scope,
    kind,
    { ...none, ...incident, level: levels[kind] },
    people.map(({ id: userId }) => userId),
  )
  if (id === null) return
  scope.changed('Sensor')
  await write(scope, people, { kind, ...incident }, 'begins')
}

export async function closeIncidentAlert(
  scope: Scope,
  ids: readonly Id<'alert'>[],
  { isTold }: { isTold: boolean },
): Promise<void> {
  if (ids.length === 0) return
  const ended = await scope.db
    .update(tables.alert)
    .set({ endedAt: scope.clock.now() })
    .where(
      ofCompany(
        tables.alert,
        scope.actor.companyId,
        inArray(tables.alert.id, [...ids]),
        isNull(tables.alert.endedAt),
      ),
    )
    .returning()
  if (ended.length === 0) return
  scope.changed('Alert', 'Sensor')
  if (!isTold) return
  for (const one of ended)
    // only incidents have an end
    await write(
      scope,
      await peopleFor(scope, one),
      { ...one, kind: one.kind as IncidentKind },
      'ends',
    )
}

async function write(
  scope: Scope,
  people: Awaited<ReturnType<typeof peopleFor>>,
  { kind, text, sensorId, equipmentId }: Incident,
  when: 'begins' | 'ends',
): Promise<void> {
  const readers = people.filter(({ hasMailAlerts }) => hasMailAlerts)
  if (readers.length === 0) return
  const { db, actor, clock } = scope
  const [named] =
    sensorId === null
      ? await db
          .select({ name: tables.equipment.name, metric: sql<null>`null` })
          .from(tables.equipment)
          .where(
            ofCompany(
              tables.equipment,
              actor.companyId,
              eq(tables.equipment.id, equipmentId ?? sql`0`),
            ),
          )
      : await db
          .select({ name: tables.sensor.name, metric: tables.sensor.metric })
          .from(tables.sensor)
          .where(ofCompany(tables.sensor, actor.companyId, eq(tables.sensor.id, sensorId)))
  const name = named?.name ?? ''
  await aboveCompanies(db, async (system) => {
    for (const { email, language } of readers) {
      await writeMessage(system, clock.now(), {
        channel: 'email',
        to: email,
        language,
        subject: words[language].subject({ procedure: name, thing: '', score: null }),
        text:
          when === 'ends'
            ? words[language].over({ name })
            : lastingText(language, kind, {
                name,
                metric: named?.metric ?? null,
                detail: text ?? '',
              }),
        path: addressOf({ ...none, equipmentId }),
      })
    }
  })
}
