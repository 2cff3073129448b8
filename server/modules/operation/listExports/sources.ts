import type { ExportList, QuestionOf } from '#contract/listExports.ts'
import type { ExportSource } from '#kernel/data/exportSource.ts'
import type { ExportWord } from '#kernel/data/exportWords.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { alertExport } from '../../foundation/alerts/index.ts'
import { journalExport } from '../../foundation/journal/index.ts'
import { locationExport } from '../../foundation/locations/index.ts'
import { peopleExport } from '../../foundation/people/index.ts'
import { securityExport } from '../../foundation/securityLog/index.ts'
import { equipmentExport } from '../../site/equipment/index.ts'
import { meterReadingExport } from '../../site/meters/index.ts'
import { readingExport } from '../../site/sensors/index.ts'
import { visitExport } from '../../site/zones/index.ts'
import { stockExport } from '../../work/inventory/index.ts'
import { procedureAnswerExport, procedureLogExport } from '../../work/procedureLogs/index.ts'
import { replacementExport } from '../../work/replacement/index.ts'
import { scheduleExport } from '../../work/schedules/index.ts'
import { ticketExport } from '../../work/tickets/index.ts'

type Sources = { [L in ExportList]: ExportSource<QuestionOf<L>> }

const sourcesOf = (kernel: Kernel): Sources => ({
  equipment: equipmentExport,
  locations: locationExport,
  stock: stockExport,
  procedureLogs: procedureLogExport,
  procedureAnswers: procedureAnswerExport,
  people: peopleExport,
  schedules: scheduleExport,
  tickets: ticketExport,
  alerts: alertExport,
  replacementPlan: replacementExport,
  visits: visitExport,
  readings: readingExport(kernel),
  meterReadings: meterReadingExport,
  journal: journalExport,
  securityEvents: securityExport,
})

/** The discriminated union pairs list and question; indexing by its name loses that. */
export const sourceOf = (kernel: Kernel, list: ExportList): ExportSource<unknown> =>
  sourcesOf(kernel)[list] as ExportSource<unknown>

export const nameOf: Readonly<Record<ExportList, ExportWord>> = {
  equipment: 'listEquipment',
  locations: 'listLocations',
  stock: 'listStock',
  procedureLogs: 'listProcedureLogs',
  procedureAnswers: 'listProcedureAnswers',
  people: 'listPeople',
  schedules: 'listSchedules',
  tickets: 'listTickets',
  alerts: 'listAlerts',
  replacementPlan: 'listReplacementPlan',
  visits: 'listVisits',
  readings: 'listReadings',
  meterReadings: 'listMeterReadings',
  journal: 'listJournal',
  securityEvents: 'listSecurityEvents',
}
