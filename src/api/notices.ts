/**
 * Section 8 of the spec as a table: which call says what when it works and when it fails. One
 * listener reads it.
 */
import {
  isFulfilled,
  isRejectedWithValue,
  type ListenerMiddlewareInstance,
  type UnknownAction,
} from '@reduxjs/toolkit'
import {
  conflictCodes,
  deniedCodes,
  goneCodes,
  keyCodes,
  ruleCodes,
  sessionCodes,
  shapeCodes,
  valueCodes,
} from '#contract/refusals'
import { i18n } from '../lib/i18n/i18n.ts'
import { isApiFailure, type ApiFailure } from './http.ts'

type NoticeLevel = 'info' | 'success' | 'warning' | 'error'
export interface Notice {
  level: NoticeLevel
  title?: string
  message: string
  /** By which the server's log is searched. */
  reference?: string
}

interface NoticeRule {
  /** Key in the `notices` namespace. */
  success?: string
  successTitle?: string
  /** Replaces the words of the status. */
  failure?: string
  failureTitle?: string
  /**
   * The screen shows its own words for these statuses, or for every failure; null is a failure
   * without one.
   */
  quiet?: readonly (number | null)[] | 'every'
  /**
   * Refusals with words of their own, by the server's code; null: the form tells it beside its
   * field.
   */
  codes?: Readonly<Record<string, string | null>>
}

const created: NoticeRule = { success: 'itemCreated' }
const saved: NoticeRule = { success: 'changesSaved' }
const deleted: NoticeRule = { success: 'itemDeleted' }
const replaced: NoticeRule = { success: 'itemReplaced' }
/** Told by the person's and the role's form, beside the field it names. */
const besideField = { taken: null, shared: null, beyondOwnRights: null }
/** Told by the sensor's form in the same way. */
const besideSensor = { taken: null, reversed: null, beyondRange: null, otherMetric: null }

/**
 * By endpoint name. A read that is not here is only logged when it fails; a write shows its
 * status's words.
 */
export const noticeRules: Record<string, NoticeRule> = {
  login: { quiet: 'every' },
  setUp: { quiet: 'every' },
  /** Its form keeps what was written, and says so. */
  addAddendum: { quiet: 'every' },
  rotateSigningKey: { success: 'signingKeyChanged' },
  // These pages tell every refusal themselves, in the words of section 8.
  requestOtp: { quiet: 'every' },
  loginOtp: { quiet: 'every' },
  requestReset: { quiet: 'every' },
  setNewPassword: { quiet: 'every' },
  finishSecondStep: { quiet: 'every' },
  beginPasskeySignIn: { quiet: 'every' },
  loginPasskey: { quiet: 'every' },
  // The dialog that asks tells what is wrong.
  beginConfirm: { quiet: 'every' },
  sendConfirmCode: { quiet: 'every' },
  confirmSession: { quiet: 'every' },
  addAuthenticator: { success: 'secondStepAdded', codes: { wrongCode: null } },
  addPasskey: { success: 'secondStepAdded', codes: { wrongPasskey: null } },
  removeAuthenticator: { success: 'secondStepRemoved' },
  removePasskey: { success: 'secondStepRemoved' },
  resetSignIn: { success: 'secondStepsReset' },
  logout: { quiet: 'every' },
  switchCompany: { quiet: 'every' },
  createEquipment: created,
  updateEquipment: { success: 'equipmentUpdated' },
  deleteEquipment: deleted,
  // What was set is said by the page, with the way back beside it.
  bulkUpdateProgress: { failureTitle: 'statusFailed', failure: 'checkConnection' },
  bulkUpdateStatus: { failureTitle: 'statusFailed', failure: 'checkConnection' },
  restoreStatuses: { failureTitle: 'statusFailed', failure: 'checkConnection' },
  createLocation: created,
  updateLocation: saved,
  deleteLocation: deleted,
  createEquipmentType: created,
  updateEquipmentType: saved,
  deleteEquipmentType: deleted,
  createEquipmentStatus: created,
  updateEquipmentStatus: saved,
  deleteEquipmentStatus: deleted,
  createLocationType: created,
  updateLocationType: saved,
  deleteLocationType: deleted,
  createOrgEntity: created,
  updateOrgEntity: saved,
  deleteOrgEntity: deleted,
  replaceOrgEntity: replaced,
  createTicketType: created,
  updateTicketType: saved,
  deleteTicketType: deleted,
  createMetadataField: created,
  updateMetadataField: saved,
  deleteMetadataField: deleted,
  createApiHook: created,
  updateApiHook: saved,
  deleteApiHook: deleted,
  createAssignRule: created,
  updateAssignRule: saved,
  deleteAssignRule: deleted,
  createInventoryItem: created,
  updateInventoryItem: saved,
  deleteInventoryItem: deleted,
  createValidationType: created,
  updateValidationType: saved,
  deleteValidationType: deleted,
  replaceEquipmentType: replaced,
  replaceEquipmentStatus: replaced,
  replaceLocationType: replaced,
  replaceTag: replaced,
  replaceProcedureType: replaced,
  replaceTicketType: replaced,
  replaceMetadataField: replaced,
  replaceApiHook: replaced,
  replaceAssignRule: replaced,
  replaceInventoryItem: replaced,
  replaceValidationType: replaced,
  replaceRole: { ...replaced, codes: { beyondOwnRights: 'cannotReactivate' } },
  createProgressMap: created,
  updateProgressMap: saved,
  deleteProgressMap: deleted,
  replaceProgressMap: replaced,
  createFellowType: created,
  updateFellowType: saved,
  deleteFellowType: deleted,
  replaceFellowType: replaced,
  createTag: created,
  updateTag: saved,
  deleteTag: deleted,
  createProcedureType: created,
  updateProcedureType: saved,
  deleteProcedureType: deleted,
  createProcedure: created,
  updateProcedure: saved,
  deleteProcedure: deleted,
  updateSurveyQuestion: { success: 'changesSaved', failureTitle: 'questionFailed' },
  // The performing page says it itself, beside the button that tries again.
  submitProcedureLog: { quiet: 'every' },
  inviteUser: { success: 'invitationSent', codes: besideField },
  resendInvitation: { success: 'invitationSent' },
  setRetention: saved,
  updateUser: { ...saved, codes: besideField },
  anonymiseUser: saved,
  // the survey says both beside the button, with what to do
  beginListening: { codes: { tagListened: null }, quiet: [null] },
  removeDataExport: deleted,
  deactivateUser: {
    success: 'personDeactivated',
    codes: { self: null, beyondOwnRights: 'cannotReactivate' },
  },
  reactivateUser: { success: 'personReactivated', codes: { beyondOwnRights: 'cannotReactivate' } },
  endUserSessions: { success: 'sessionsEnded', codes: { beyondOwnRights: 'cannotReactivate' } },
  createRole: { ...created, codes: besideField },
  updateRole: { ...saved, codes: besideField },
  deleteRole: deleted,
  // What a save is refused for stands beside its field.
  // The account page tells every refusal beside the address or phone it is about.
  askEmailChange: { quiet: 'every' },
  askPhoneChange: { quiet: 'every' },
  confirmEmailChange: { ...saved, quiet: 'every' },
  confirmPhoneChange: { ...saved, quiet: 'every' },
  updateAccount: saved,
  setAvailability: saved,
  endSession: { success: 'sessionEnded' },
  // A wrong present password stands beside its field.
  changePassword: {
    success: 'passwordChanged',
    codes: { wrongCredentials: null, tooCommon: null, ownWords: null },
  },
  updateCompany: {
    ...saved,
    codes: { proveProviderFirst: null, noProvider: null, notConfigured: null, notAPicture: null },
  },
  createRrule: { successTitle: 'ruleAdded', success: 'ruleAddedHint', failureTitle: 'ruleFailed' },
  updateRrule: { ...saved, failureTitle: 'ruleFailed' },
  deleteRrule: { success: 'ruleDeleted' },
  revokeCalendarFeed: { success: 'feedRevoked' },
  // A refusal names the thing, so the page says it: “We couldn’t place …”.
  readVenueFiles: { quiet: [400] },
  undoVenueImport: { codes: { planChangedSince: null, undoneAlready: null } },
  createGateway: { ...created, codes: { taken: null } },
  updateGateway: { ...saved, codes: { taken: null } },
  deleteGateway: deleted,
  createBeacon: { ...created, codes: { taken: null, hasBeacon: null } },
  updateBeacon: { ...saved, codes: { taken: null, hasBeacon: null } },
  deleteBeacon: deleted,
  createGatewayType: created,
  updateGatewayType: saved,
  deleteGatewayType: deleted,
  replaceGatewayType: replaced,
  createSensor: { ...created, codes: besideSensor },
  updateSensor: { ...saved, codes: besideSensor },
  deleteSensor: deleted,
  createSensorType: created,
  updateSensorType: saved,
  deleteSensorType: deleted,
  replaceSensorType: replaced,
  createApiKey: created,
  updateApiKey: saved,
  deleteApiKey: deleted,
  clearQuarantine: deleted,
  updateTrackingSettings: saved,
  placeEquipment: { success: 'placed', quiet: 'every' },
  clearPlace: { success: 'placeCleared', quiet: 'every' },
  // Who was faster is told by the button, by name.
  reserveEquipment: { success: 'kept', quiet: [409] },
  releaseEquipment: { success: 'letGo' },
  retryAutomationRun: { success: 'runQueued' },
  retryEvents: { success: 'eventsQueued' },
  resendHookDelivery: { success: 'callQueued' },
  testApiHook: { success: 'callQueued' },
  createDashboard: { success: 'dashboardCreated', failureTitle: 'dashboardFailed' },
  updateDashboard: { ...saved, failureTitle: 'dashboardChangesFailed' },
  deleteDashboard: deleted,
  createDashboardItem: { ...created, failureTitle: 'cardFailed' },
  updateDashboardItem: { ...saved, failureTitle: 'cardFailed' },
  deleteDashboardItem: deleted,
  cloneDashboardItem: { success: 'cardCloned', failureTitle: 'cloneFailed' },
  createDynamicDashboard: { success: 'dashboardCreated', failureTitle: 'dashboardFailed' },
  updateDynamicDashboard: { ...saved, failureTitle: 'dashboardChangesFailed' },
  deleteDynamicDashboard: deleted,
  addDashboardRoles: { success: 'permissionsAdded' },
  addDashboardUsers: { success: 'permissionsAdded' },
  removeDashboardRoles: { success: 'permissionsRemoved' },
  removeDashboardUsers: { success: 'permissionsRemoved' },
  editTicket: saved,
  // Sent by the outbox, at once or later: whoever hands them over tells.
  openTicket: { quiet: 'every' },
  changeTicketState: { quiet: 'every' },
  assignTicket: { quiet: 'every' },
  commentTicket: { quiet: 'every' },
}

/** A call that saves triggered events fails in the spec's own words for it. */
function ruleFor(endpoint: string, body: unknown): NoticeRule {
  if (
    endpoint === 'updateProcedure' &&
    typeof body === 'object' &&
    body !== null &&
    'triggeredEvents' in body
  ) {
    return { ...saved, failureTitle: 'triggeredEventsFailed' }
  }
  return noticeRules[endpoint] ?? {}
}

const statusKeys: Record<number, { message: string }> = {
  400: { message: 'badRequest' },
  403: { message: 'accessDenied' },
  410: { message: 'linkExpired' },
  429: { message: 'pauseMinutes' },
  500: { message: 'internalError' },
  502: { message: 'internalError' },
}

type Say = (key: string, options?: { said: string }) => string
// keys of the table above; a test checks each exists
const say: Say = (key, options) => i18n.t(`notices:${key}` as 'notices:changesSaved', options)

const ownWords = new Set<string>([
  ...conflictCodes,
  ...valueCodes,
  ...deniedCodes,
  ...goneCodes,
  'too_big',
  'too_small',
])
/** Those that say the same to a person. */
const groups = [
  [shapeCodes, 'shape'],
  [ruleCodes, 'rule'],
  [sessionCodes, 'session'],
  [keyCodes, 'key'],
] as const
/** Key of a code's words in `notices`; undefined for what a newer server may say. */
export function refusalKey(code: string): string | undefined {
  if (ownWords.has(code)) return `refused.${code}`
  const group = groups.find(([codes]) => codes.some((one) => one === code))
  return group && `refused.${group[1]}`
}

/** A sentence for each code that is known; the server's own are for who calls without a page. */
const wordsOfCodes = ({ errors }: Pick<ApiFailure, 'errors'>, words: Say): string[] => [
  ...new Set(
    errors.flatMap(({ code, message }) => {
      const key = refusalKey(code)
      return key === undefined ? [] : [words(key, { said: `\u2068${message}\u2069` })]
    }),
  ),
]

/** What a conflict is about, by its codes. */
export function refusalText(failure: Pick<ApiFailure, 'errors'>, words: Say = say): string {
  const known = wordsOfCodes(failure, words)
  return known.length === 0 ? words('refused.other') : known.join('\n')
}

/**
 * The words for a failed write, or null when nothing is to be said here. What went wrong on the
 * server bears the reference by which its log tells more; a refusal says all there is to say.
 */
export function failureNotice(
  failure: ApiFailure,
  rule: NoticeRule,
  words: Say = say,
): Notice | null {
  const said = wordsOfFailure(failure, rule, words)
  const reference = referenceOf(failure)
  return said === null || reference === undefined ? said : { ...said, reference }
}

/** Only of a fault of the server: there its log has a line. */
export const referenceOf = ({ status, reference }: ApiFailure): string | undefined =>
  status !== null && status >= 500 ? reference : undefined

function wordsOfFailure(failure: ApiFailure, rule: NoticeRule, words: Say): Notice | null {
  const { status } = failure
  if (rule.quiet === 'every' || rule.quiet?.includes(status) === true) return null
  if (status === 401) return null // the session's end is told on the login page
  // The screen says so itself, or the person has just closed the question.
  if (failure.errors.some(({ code }) => code === 'secondStepRequired')) return null
  if (failure.errors.some(({ code }) => code === 'confirmFirst'))
    return { level: 'info', message: words('notConfirmed') }
  const title = rule.failureTitle === undefined ? undefined : words(rule.failureTitle)
  const known = failure.errors.map(({ code }) => rule.codes?.[code])
  if (known.length > 0 && known.every((key) => key !== undefined)) {
    const said = known.filter((key) => key !== null)
    return said.length === 0
      ? null
      : notice('error', [...new Set(said)].map((key) => words(key)).join('\n'), title)
  }
  if (status === 409) {
    if (isStale(failure)) return null // the form shows both versions
    return notice('error', refusalText(failure, words), title)
  }
  const usual = status === null ? undefined : statusKeys[status]
  // What a status says of itself is not made another thing by the call that met it.
  if (rule.failure !== undefined && (usual === undefined || usual.message === 'internalError'))
    return notice('error', words(rule.failure), title)
  if (status === 429) {
    const [tooMany = '', pause = ''] = formatPause(failure, words)
    return title === undefined
      ? notice('warning', pause, tooMany)
      : notice('warning', `${tooMany}\n${pause}`, title)
  }
  const details = wordsOfCodes(failure, words)
  // Section 8's words for the status, and below them what it was; 404 and 410 tell it better alone.
  const said =
    details.length > 0 && (usual === undefined || status === 410)
      ? details
      : [...new Set([words(usual?.message ?? 'networkError'), ...details])]
  return notice('error', said.join('\n'), title)
}

/**
 * The two sentences of 429, for a screen that says in its own words what failed; nothing else has
 * any.
 */
export const formatPause = (failure: unknown, words: Say = say): string[] =>
  isApiFailure(failure) && failure.status === 429
    ? [words('tooManyRequests'), words('pauseMinutes')]
    : []

function notice(level: NoticeLevel, message: string, title?: string): Notice {
  return title === undefined ? { level, message } : { level, message, title }
}

/** The row moved on while it was edited here. */
export function isStale(failure: ApiFailure): boolean {
  return (
    failure.status === 409 &&
    (failure.current !== undefined ||
      failure.errors.some((error) => error.code === 'stale' || error.path === 'version'))
  )
}

interface CallMeta {
  arg: { type: 'query' | 'mutation'; endpointName: string; originalArgs: unknown }
}

function callOf(action: { meta: unknown }): CallMeta['arg'] | null {
  const meta = action.meta
  if (typeof meta !== 'object' || meta === null || !('arg' in meta)) return null
  const arg = meta.arg
  if (typeof arg !== 'object' || arg === null || !('endpointName' in arg) || !('type' in arg))
    return null
  // the two fields that tell an RTK Query call from any other thunk are there
  return arg as CallMeta['arg']
}

function bodyOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'body' in input ? input.body : undefined
}

/** Feeds the toaster; the store hands in its action so that this file knows no slice. */
export function listenForNotices(
  listener: ListenerMiddlewareInstance,
  show: (notice: Notice) => UnknownAction,
): void {
  listener.startListening({
    matcher: isRejectedWithValue,
    effect: (action, { dispatch }) => {
      const call = callOf(action)
      if (call === null || !isApiFailure(action.payload)) return
      if (call.type === 'query') {
        console.warn(
          `${call.endpointName} failed: ${String(action.payload.status)} ${action.payload.message}`,
        )
        return
      }
      const said = failureNotice(
        action.payload,
        ruleFor(call.endpointName, bodyOf(call.originalArgs)),
      )
      if (said !== null) dispatch(show(said))
    },
  })
  listener.startListening({
    matcher: isFulfilled,
    effect: (action, { dispatch }) => {
      const call = callOf(action)
      if (call?.type !== 'mutation') return
      const rule = ruleFor(call.endpointName, bodyOf(call.originalArgs))
      if (rule.success !== undefined)
        dispatch(
          show(
            notice(
              'success',
              say(rule.success),
              rule.successTitle === undefined ? undefined : say(rule.successTitle),
            ),
          ),
        )
    },
  })
}
