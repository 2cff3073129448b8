import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import type { ExpectedBy, OccurrenceState, OnDayOff } from '#contract/recurrence/kinds.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { meterType } from './meters.ts'
import { equipment, location } from './places.ts'
import { procedure, procedureLog } from './procedures.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

export const rrule = tenantTable(
  'rrule',
  'rrule',
  {
    procedureId: integer('procedure_id').notNull().$type<Id<'procedure'>>(),
    name: text('name'),
    data: jsonb('data').notNull().$type<RruleDraft['rruleData']>(),
    objects: text('objects').notNull().$type<RruleDraft['objects']>(),
    kind: text('kind').notNull().$type<RruleDraft['kind']>(),
    rule: text('rule'),
    every: jsonb('every').$type<RruleDraft['every']>(),
    meterTypeId: integer('meter_type_id').$type<Id<'meterType'>>(),
    use: jsonb('use').$type<Omit<NonNullable<RruleDraft['use']>, 'meterTypeId'>>(),
    restartAfter: jsonb('restart_after').$type<RruleDraft['restartAfter']>(),
    repeatCount: integer('repeat_count'),
    /** In the company's time zone. */
    start: text('start').notNull(),
    end: text('end_on'),
    deadline: jsonb('deadline').notNull().$type<RruleDraft['deadline']>(),
    reminder: jsonb('reminder').$type<RruleDraft['reminder']>(),
    onHoliday: text('on_holiday').notNull().$type<OnDayOff>(),
    onNonWorkingDay: text('on_non_working_day').notNull().$type<OnDayOff>(),
    whenOverdue: text('when_overdue').notNull().$type<RruleDraft['whenOverdue']>(),
    userIds: integer('user_ids').array().notNull().$type<Id<'user'>[]>(),
    roleIds: integer('role_ids').array().notNull().$type<Id<'role'>[]>(),
    isActive: boolean('is_active').notNull(),
    /** The automation run that created it. Only such a schedule may be deleted by an automation. */
    madeByRunId: integer('made_by_run_id').$type<Id<'automationRun'>>(),
    /**
     * When the schedule was created or its timing last changed. Earlier dates have no occurrences.
     */
    activeFrom: at('active_from').notNull(),
    /** When the schedule runner evaluates it next. Null if never. */
    nextEvaluationAt: at('next_look_at'),
    deletedAt: at('deleted_at'),
  },
  (table) => [
    foreignKeyInCompany(table, table.procedureId, () => procedure),
    foreignKeyInCompany(table, table.meterTypeId, () => meterType),
    index('rrule_of').on(table.companyId, table.procedureId),
    index('rrule_waiting')
      .on(table.nextEvaluationAt)
      .where(sql`deleted_at is null and is_active`),
  ],
)

/** A target of a schedule, and since when. Earlier dates have no occurrences for it. */
export const rruleObject = tenantTable(
  'internal',
  'rrule_object',
  {
    rruleId: integer('rrule_id').notNull().$type<Id<'rrule'>>(),
    equipmentId: integer('equipment_id').$type<Id<'equipment'>>(),
    locationId: integer('location_id').$type<Id<'location'>>(),
    since: at('since').notNull(),
    /**
     * By use: the expected date, as the runner last computed it. Days of the company's time zone;
     * the middle of the days is `nextAt`. Null if unknown, or while an occurrence is open.
     */
    nextAt: at('next_at'),
    nextFrom: date('next_from'),
    nextTo: date('next_to'),
    nextBy: text('next_by').$type<ExpectedBy>(),
    /** By use: a hash of what the runner last settled. If it is another, the target is settled. */
    settledFacts: text('settled_facts'),
    /** By use: when the target is settled again, although its facts are the same. */
    settleAt: at('settle_at'),
  },
  (table) => [
    foreignKeyInCompany(table, table.rruleId, () => rrule, 'cascade'),
    foreignKeyInCompany(table, table.equipmentId, () => equipment),
    foreignKeyInCompany(table, table.locationId, () => location),
    uniqueIndex('rrule_object_equipment')
      .on(table.companyId, table.rruleId, table.equipmentId)
      .where(sql`equipment_id is not null`),
    uniqueIndex('rrule_object_location')
      .on(table.companyId, table.rruleId, table.locationId)
      .where(sql`location_id is not null`),
    index('rrule_object_next')
      .on(table.companyId, table.rruleId, table.nextAt)
      .where(sql`next_at is not null`),
  ],
)

export const occurrence = tenantTable(
  'occurrence',
  'occurrence',
  {
    rruleId: integer('rrule_id').notNull().$type<Id<'rrule'>>(),
    procedureId: integer('procedure_id').notNull().$type<Id<'procedure'>>(),
    equipmentId: integer('equipment_id').$type<Id<'equipment'>>(),
    locationId: integer('location_id').$type<Id<'location'>>(),
    /**
     * `plannedAt` is the time from the rule and identifies the occurrence; `at` is the actual time.
     */
    plannedAt: at('planned_at').notNull(),
    at: at('at').notNull(),
    /** The earlier time that an upgrade of zone data replaced: devices may still perform it then. */
    movedFrom: at('moved_from'),
    dueBy: at('due_by'),
    remindAt: at('remind_at'),
    remindedAt: at('reminded_at'),
    state: text('state').notNull().$type<OccurrenceState>(),
    doneAt: at('done_at'),
    procedureLogId: integer('procedure_log_id').$type<Id<'procedureLog'>>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.rruleId, () => rrule),
    foreignKeyInCompany(table, table.procedureId, () => procedure),
    foreignKeyInCompany(table, table.equipmentId, () => equipment),
    foreignKeyInCompany(table, table.locationId, () => location),
    foreignKeyInCompany(table, table.procedureLogId, () => procedureLog),
    // Each planned time of a target is inserted once, however many servers evaluate it.
    uniqueIndex('occurrence_once').on(
      table.companyId,
      table.rruleId,
      sql`coalesce(equipment_id, 0)`,
      sql`coalesce(location_id, 0)`,
      table.plannedAt,
    ),
    index('occurrence_open').on(table.companyId, table.state, table.at),
    index('occurrence_of').on(table.companyId, table.rruleId, table.at),
    index('occurrence_equipment').on(table.companyId, table.equipmentId, table.at),
    index('occurrence_procedure').on(table.companyId, table.procedureId, table.at),
  ],
)
