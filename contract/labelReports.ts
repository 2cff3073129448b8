/**
 * Labels with a random code, reports by a label without an account, and the secret address on which
 * the reporter reads the answer.
 */
import { z } from 'zod'
import { mutation, query } from './endpoint.ts'
import { id, idParam, ids } from './ids.ts'
import {
  isPhone,
  labelCodeShape,
  MAX_PROBLEMS,
  problemKinds,
  shownNames,
} from './rules/labelReports.ts'
import { MAX_LABELS } from './rules/labels.ts'
import { instant, text, version } from './shapes.ts'

/** One of both. */
const subject = z
  .strictObject({
    equipmentId: id('equipment').optional(),
    locationId: id('location').optional(),
  })
  .refine(
    ({ equipmentId, locationId }) => (equipmentId === undefined) !== (locationId === undefined),
    'Equipment or a location',
  )
export type LabelSubject = z.output<typeof subject>

const subjects = z.strictObject({
  equipmentIds: ids('equipment').max(MAX_LABELS).optional(),
  locationIds: ids('location').max(MAX_LABELS).optional(),
})

const label = z.object({
  /** Null: as the kind of location says. */
  takesReports: z.boolean().nullable(),
  /** What the kind of location says. */
  isOfKind: z.boolean(),
  /** Null until a label with the present code is printed. */
  printedAt: instant.nullable(),
  isOnForCompany: z.boolean(),
  reportCount: z.number().int(),
})
export type LabelState = z.output<typeof label>

const problem = z.strictObject({
  key: z.string().regex(/^[\w-]{1,40}$/),
  /** Empty for the product's own words in the reporter's language. */
  text: text(80).trim(),
  ticketTypeId: id('ticketType'),
})

const settings = z.strictObject({
  isOn: z.boolean(),
  /** Kinds of location whose labels take reports. */
  locationTypeIds: ids('locationType'),
  shows: z.enum(shownNames),
  /** Who receives reports; empty for the company's name. */
  receiver: text(120).trim(),
  /** To call if a report is urgent or cannot be taken. */
  phone: text(40).trim(),
  problems: z
    .array(problem)
    .max(MAX_PROBLEMS)
    .refine(
      (all) => new Set(all.map(({ key }) => key)).size === all.length,
      'A problem is named twice',
    )
    .refine(
      (all) => all.every(({ key, text: own }) => own !== '' || problemKinds.some((k) => k === key)),
      'A problem has no words',
    ),
})
/** Stored settings of earlier versions may have another text. */
const givenPhone = text(40)
  .trim()
  .refine((phone) => phone === '' || isPhone(phone), 'Not a phone number')
export type ReportSettings = z.output<typeof settings>

const reportKey = z.string().regex(/^[0-9a-f]{32}$/)
const labelCode = z.object({ code: z.string().regex(labelCodeShape) })
const secret = z.object({ secret: reportKey })

/** Base64 of a JPEG of at most 600 kB, which the page makes from a photo. */
const photo = z.string().max(800_000)
const MAX_REPORT_PHOTOS = 2

/** Far above what a hospital with one address sends: the burst limit delays a network first. */
const CALLS_PER_ADDRESS = 5_000_000

const reportPage = z.object({
  receiver: z.string(),
  phone: z.string(),
  days: z.number().int(),
  name: z.string(),
  place: z.string().nullable(),
  problems: z.array(z.object({ key: z.string(), text: z.string() })),
  /** Whether the label, this device or the company has reached its limit of reports. */
  isFull: z.boolean(),
  open: z.array(
    z.object({
      ref: z.string(),
      key: z.string(),
      text: z.string(),
      at: instant,
      isTaken: z.boolean(),
      isWaiting: z.boolean(),
      /** Reported from this device. */
      isOwn: z.boolean(),
    }),
  ),
})
export type ReportPage = z.output<typeof reportPage>

const reportStates = ['received', 'taken', 'waiting', 'done'] as const
const reportAnswer = z.object({
  receiver: z.string(),
  phone: z.string(),
  days: z.number().int(),
  name: z.string(),
  key: z.string(),
  text: z.string(),
  at: instant,
  state: z.enum(reportStates),
  /** The company's own name of the state once the ticket is closed. */
  stateName: z.string().nullable(),
  closedAt: instant.nullable(),
  timezone: z.string(),
  comments: z.array(z.object({ at: instant, text: z.string() })),
  /** Whether the page asks if the problem is solved. */
  asks: z.boolean(),
  isFixed: z.boolean().nullable(),
})
export type ReportAnswer = z.output<typeof reportAnswer>

export const labelReports = {
  makeLabelCodes: mutation({
    method: 'POST',
    path: '/api/label-codes',
    access: 'session',
    summary: 'Codes for labels; makes those that are missing',
    idempotent: true,
    body: subjects,
    response: z.array(
      z.object({
        equipmentId: id('equipment').nullable(),
        locationId: id('location').nullable(),
        code: z.string(),
        printedAt: instant.nullable(),
      }),
    ),
    writes: [],
  }),
  setLabelsPrinted: mutation({
    method: 'PUT',
    path: '/api/label-codes/printed',
    access: 'session',
    summary: 'Remember that labels with the present codes were printed',
    body: subjects,
    response: z.object({ printed: z.number().int() }),
    writes: ['ReportLabel'],
  }),
  countLabelsToPrint: query({
    method: 'GET',
    path: '/api/label-codes/to-print',
    access: 'session',
    summary: 'How much equipment and how many locations have no printed label with a code',
    response: z.object({
      equipment: z.number().int(),
      locations: z.number().int(),
      /** The first of each by name, to print. */
      equipmentIds: ids('equipment').max(MAX_LABELS),
      locationIds: ids('location').max(MAX_LABELS),
    }),
    reads: ['ReportLabel'],
  }),
  listLabelHashes: query({
    method: 'GET',
    path: '/api/label-codes/hashes',
    access: 'session',
    summary: 'Hashes of printed labels, by which a device opens a scanned label without a network',
    response: z.object({
      rows: z.array(
        z.object({
          hash: z.string(),
          equipmentId: id('equipment').nullable(),
          locationId: id('location').nullable(),
        }),
      ),
    }),
    keptOnDevice: true,
    reads: ['ReportLabel'],
  }),
  openLabel: query({
    method: 'GET',
    path: '/api/label-codes/{code}',
    access: 'session',
    summary: 'The equipment or location of a label',
    params: labelCode,
    response: z.object({
      equipmentId: id('equipment').nullable(),
      locationId: id('location').nullable(),
    }),
    reads: [],
  }),
  getLabel: query({
    method: 'POST',
    path: '/api/label-codes/of',
    access: 'session',
    summary: 'The label of equipment or a location',
    body: subject,
    response: label,
    reads: ['ReportLabel'],
  }),
  setLabel: mutation({
    method: 'PUT',
    path: '/api/label-codes/of',
    access: 'session',
    summary: 'Whether a label takes reports. Needs the right to edit what it stands on',
    body: z.strictObject({ of: subject, takesReports: z.boolean().nullable() }),
    response: label,
    writes: ['ReportLabel', 'Journal'],
  }),
  revokeLabel: mutation({
    method: 'POST',
    path: '/api/label-codes/of/revoke',
    access: 'session',
    summary: 'Revoke a label: its code opens nothing any more, and the next print has a new one',
    body: z.strictObject({ of: subject }),
    response: label,
    writes: ['ReportLabel', 'Journal'],
  }),
  getReportSettings: query({
    method: 'GET',
    path: '/api/report-settings',
    access: 'can:editor|company',
    summary: 'Settings of reports by label',
    response: settings.extend({ version }),
    reads: ['Company'],
  }),
  setReportSettings: mutation({
    method: 'PUT',
    path: '/api/report-settings',
    access: 'can:editor|company',
    security: 'settingsChanged',
    summary: 'Change the settings of reports by label; 409 when stale',
    body: settings.extend({ version, phone: givenPhone }),
    response: settings.extend({ version }),
    writes: ['Company', 'ReportLabel', 'Journal'],
  }),
  listTicketReports: query({
    method: 'GET',
    path: '/api/tickets/{id}/reports',
    access: 'session',
    summary: 'Reports by label of a ticket; contacts only with the right to edit tickets',
    params: z.object({ id: idParam('ticket') }),
    response: z.array(
      z.object({
        id: z.number().int(),
        at: instant,
        key: z.string(),
        text: z.string(),
        words: z.string().nullable(),
        isRepeat: z.boolean(),
        isFixed: z.boolean().nullable(),
        /** Null without the right, and if none was given. */
        contact: z.object({ name: z.string(), phone: z.string() }).nullable(),
        isErased: z.boolean(),
      }),
    ),
    reads: ({ params }) => [{ type: 'Ticket', id: params.id }],
  }),
  readReportPage: query({
    method: 'GET',
    path: '/api/public/label/{code}',
    access: 'public',
    perAddress: CALLS_PER_ADDRESS,
    transaction: 'none',
    summary: 'What the page of a label shows without an account',
    params: labelCode,
    response: reportPage,
    reads: [],
  }),
  reportByLabel: mutation({
    method: 'POST',
    path: '/api/public/label/{code}',
    access: 'public',
    perAddress: CALLS_PER_ADDRESS,
    transaction: 'none',
    summary: 'Report a problem without an account. The key is the secret of the answer’s address',
    params: labelCode,
    body: z.strictObject({
      key: reportKey,
      problem: z.string().min(1).max(40),
      /** The problem as the page showed it, which may be older than the settings. */
      problemText: text(80).trim().optional(),
      /** The open report that this one repeats. */
      again: z.string().max(64).optional(),
      words: text(2_000).trim().optional(),
      name: text(100).trim().optional(),
      phone: text(60).trim().optional(),
      photos: z.array(photo).max(MAX_REPORT_PHOTOS).optional(),
    }),
    response: z.object({ isRepeat: z.boolean() }),
    writes: [],
  }),
  readReportAnswer: query({
    method: 'GET',
    path: '/api/public/reported/{secret}',
    access: 'public',
    perAddress: CALLS_PER_ADDRESS,
    transaction: 'none',
    summary: 'What became of a report',
    params: secret,
    response: reportAnswer,
    reads: [],
  }),
  answerReport: mutation({
    method: 'POST',
    path: '/api/public/reported/{secret}',
    access: 'public',
    perAddress: CALLS_PER_ADDRESS,
    transaction: 'none',
    summary: 'Say whether the problem is solved. No reopens the ticket within seven days',
    params: secret,
    body: z.strictObject({ isFixed: z.boolean() }),
    response: reportAnswer,
    writes: [],
  }),
}
