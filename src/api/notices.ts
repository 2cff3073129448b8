/** Section 8 of the spec as a table: which call says what when it works and when it fails. One listener reads it. */
import { isFulfilled, isRejectedWithValue, type ListenerMiddlewareInstance, type UnknownAction } from '@reduxjs/toolkit'
import { i18n } from '../lib/i18n/i18n.ts'
import { isApiFailure, type ApiFailure } from './http.ts'

export type NoticeLevel = 'info' | 'success' | 'warning' | 'error'
export interface Notice { level: NoticeLevel; title?: string; message: string }

interface NoticeRule {
  /** Key in the `notices` namespace. */
  success?: string
  successTitle?: string
  /** Replaces the words of the status. */
  failure?: string
  failureTitle?: string
  /** The screen shows its own words for these statuses, or for every failure; null is a failure without one. */
  quiet?: readonly (number | null)[] | 'every'
  /** Refusals with words of their own, by the server's code; null: the form tells it beside its field. */
  codes?: Readonly<Record<string, string | null>>
}

const created: NoticeRule = { success: 'itemCreated' }
const saved: NoticeRule = { success: 'changesSaved' }
const deleted: NoticeRule = { success: 'itemDeleted' }
const replaced: NoticeRule = { success: 'itemReplaced' }
/** Told by the person's and the role's form, beside the field it names. */
const besideField = { taken: null, shared: null, beyondOwnRights: null }

/** By endpoint name. A read that is not here is only logged when it fails; a write shows its status's words. */
export const noticeRules: Record<string, NoticeRule> = {
  login: { quiet: 'every' },
  setUp: { quiet: 'every' },
  // These pages tell every refusal themselves, in the words of section 8.
  requestOtp: { quiet: 'every' }, loginOtp: { quiet: 'every' }, requestReset: { quiet: 'every' }, setNewPassword: { quiet: 'every' },
  logout: { quiet: 'every' },
  switchCompany: { quiet: 'every' },
  createEquipment: created,
  updateEquipment: { success: 'equipmentUpdated' },
  deleteEquipment: deleted,
  bulkUpdateProgress: { success: 'statusChanged', failureTitle: 'statusFailed', failure: 'checkConnection' },
  bulkUpdateStatus: { success: 'statusChanged', failureTitle: 'statusFailed', failure: 'checkConnection' },
  createLocation: created, updateLocation: saved, deleteLocation: deleted,
  createEquipmentType: created, updateEquipmentType: saved, deleteEquipmentType: deleted,
  createEquipmentStatus: created, updateEquipmentStatus: saved, deleteEquipmentStatus: deleted,
  createLocationType: created, updateLocationType: saved, deleteLocationType: deleted,
  createTicketType: created, updateTicketType: saved, deleteTicketType: deleted, createMetadataField: created, updateMetadataField: saved, deleteMetadataField: deleted,
  createApiHook: created, updateApiHook: saved, deleteApiHook: deleted, createAssignRule: created, updateAssignRule: saved, deleteAssignRule: deleted,
  createInventoryItem: created, updateInventoryItem: saved, deleteInventoryItem: deleted, createValidationType: created, updateValidationType: saved, deleteValidationType: deleted,
  replaceEquipmentType: replaced, replaceEquipmentStatus: replaced, replaceLocationType: replaced, replaceTag: replaced, replaceProcedureType: replaced, replaceTicketType: replaced,
  replaceMetadataField: replaced, replaceApiHook: replaced, replaceAssignRule: replaced, replaceInventoryItem: replaced, replaceValidationType: replaced, replaceRole: replaced, createProgressMap: created, updateProgressMap: saved, deleteProgressMap: deleted, replaceProgressMap: replaced,
  createTag: created, updateTag: saved, deleteTag: deleted,
  createProcedureType: created, updateProcedureType: saved, deleteProcedureType: deleted,
  createProcedure: created, updateProcedure: saved, deleteProcedure: deleted,
  updateSurveyQuestion: { success: 'changesSaved', failureTitle: 'questionFailed' },
  // The performing page says it itself, beside the button that tries again.
  submitProcedureLog: { quiet: [null, 400, 403, 404, 409] },
  inviteUser: { success: 'invitationSent', codes: besideField }, resendInvitation: { success: 'invitationSent', codes: { notInvited: 'notInvited' } },
  updateUser: { ...saved, codes: { ...besideField, lastAdministrator: 'lastAdministrator' } },
  deactivateUser: { success: 'personDeactivated', codes: { self: null, lastAdministrator: 'lastAdministrator' } },
  reactivateUser: { success: 'personReactivated', codes: { beyondOwnRights: 'cannotReactivate' } },
  endUserSessions: { success: 'sessionsEnded' },
  createRole: { ...created, codes: besideField }, updateRole: { ...saved, codes: { ...besideField, lastAdministrator: 'lastAdministrator' } }, deleteRole: deleted,
  // What a save is refused for stands beside its field.
  updateAccount: saved, setAvailability: saved, endSession: { success: 'sessionEnded' },
  // A wrong present password stands beside its field.
  changePassword: { success: 'passwordChanged', codes: { wrongCredentials: null } },
  updateCompany: { ...saved, codes: { proveProviderFirst: null, noProvider: null, notConfigured: null, notAPicture: null } },
  createRrule: { successTitle: 'ruleAdded', success: 'ruleAddedHint', failureTitle: 'ruleFailed' }, updateRrule: { ...saved, failureTitle: 'ruleFailed' }, deleteRrule: { success: 'ruleDeleted' },
  revokeCalendarFeed: { success: 'feedRevoked' },
  // A refusal names the thing, so the page says it: “We couldn’t place …”.
  readVenueFiles: { quiet: [400] },
  createGateway: { ...created, codes: { taken: null } }, updateGateway: { ...saved, codes: { taken: null } }, deleteGateway: deleted, createBeacon: { ...created, codes: { taken: null, hasBeacon: null } }, updateBeacon: { ...saved, codes: { taken: null, hasBeacon: null } }, deleteBeacon: deleted,
  createGatewayType: created, updateGatewayType: saved, deleteGatewayType: deleted, replaceGatewayType: replaced, createApiKey: created, updateApiKey: saved, deleteApiKey: deleted, clearQuarantine: deleted, updateTrackingSettings: saved,
  placeEquipment: { success: 'placed', quiet: 'every' }, clearPlace: { success: 'placeCleared', quiet: 'every' },
  retryAutomationRun: { success: 'runQueued' }, resendHookDelivery: { success: 'callQueued' }, testApiHook: { success: 'callQueued' },
  createDashboard: { success: 'dashboardCreated', failureTitle: 'dashboardFailed' }, updateDashboard: { ...saved, failureTitle: 'dashboardChangesFailed' }, deleteDashboard: deleted,
  createDashboardItem: { ...created, failureTitle: 'cardFailed' }, updateDashboardItem: { ...saved, failureTitle: 'cardFailed' }, deleteDashboardItem: deleted, cloneDashboardItem: { success: 'cardCloned', failureTitle: 'cloneFailed' },
  createDynamicDashboard: { success: 'dashboardCreated', failureTitle: 'dashboardFailed' }, updateDynamicDashboard: { ...saved, failureTitle: 'dashboardChangesFailed' }, deleteDynamicDashboard: deleted,
  addDashboardRoles: { success: 'permissionsAdded' }, addDashboardUsers: { success: 'permissionsAdded' }, removeDashboardRoles: { success: 'permissionsRemoved' }, removeDashboardUsers: { success: 'permissionsRemoved' },
  openTicket: created, changeTicketState: saved, assignTicket: saved, commentTicket: saved,
}

/** A call that saves triggered events fails in the spec's own words for it. */
function ruleFor(endpoint: string, body: unknown): NoticeRule {
  if (endpoint === 'updateProcedure' && typeof body === 'object' && body !== null && 'triggeredEvents' in body) {
    return { ...saved, failureTitle: 'triggeredEventsFailed' }
  }
  return noticeRules[endpoint] ?? {}
}

const statusKeys: Record<number, { title?: string; message: string }> = {
  400: { message: 'badRequest' },
  403: { message: 'accessDenied' },
  410: { message: 'linkExpired' },
  429: { title: 'tooManyRequests', message: 'pauseMinutes' },
  500: { message: 'internalError' },
  502: { message: 'internalError' },
}

type Say = (key: string) => string
const say: Say = (key) => i18n.t(`notices:${key}` as 'notices:changesSaved') // keys of the table above; a test checks each exists

/** The words for a failed write, or null when nothing is to be said here. */
export function failureNotice(failure: ApiFailure, rule: NoticeRule, words: Say = say): Notice | null {
  const { status } = failure
  if (rule.quiet === 'every' || rule.quiet?.includes(status) === true) return null
  if (status === 401) return null // the session's end is told on the login page
  const title = rule.failureTitle === undefined ? undefined : words(rule.failureTitle)
  const known = failure.errors.map(({ code }) => rule.codes?.[code])
  if (known.length > 0 && known.every((key) => key !== undefined)) {
    const said = known.filter((key) => key !== null)
    return said.length === 0 ? null : notice('error', [...new Set(said)].map(words).join('\n'), title)
  }
  if (status === 409) {
    if (isStale(failure)) return null // the form shows both versions
    const list = failure.errors.map((error) => error.message).filter((message) => message !== failure.message)
    return notice('error', [failure.message, ...list].join('\n'), title)
  }
  const usual = status === null ? undefined : statusKeys[status]
  if (rule.failure !== undefined) return notice('error', words(rule.failure), title)
  const statusTitle = usual?.title === undefined ? undefined : words(usual.title)
  return notice(status === 429 ? 'warning' : 'error', words(usual?.message ?? 'networkError'), title ?? statusTitle)
}

function notice(level: NoticeLevel, message: string, title?: string): Notice {
  return title === undefined ? { level, message } : { level, message, title }
}

/** The row moved on while it was edited here. */
export function isStale(failure: ApiFailure): boolean {
  return failure.status === 409 && (failure.current !== undefined || failure.errors.some((error) => error.code === 'stale' || error.path === 'version'))
}

interface CallMeta { arg: { type: 'query' | 'mutation'; endpointName: string; originalArgs: unknown } }

function callOf(action: { meta: unknown }): CallMeta['arg'] | null {
  const meta = action.meta
  if (typeof meta !== 'object' || meta === null || !('arg' in meta)) return null
  const arg = meta.arg
  if (typeof arg !== 'object' || arg === null || !('endpointName' in arg) || !('type' in arg)) return null
  return arg as CallMeta['arg'] // the two fields that tell an RTK Query call from any other thunk are there
}

function bodyOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'body' in input ? input.body : undefined
}

/** Feeds the toaster; the store hands in its action so that this file knows no slice. */
export function listenForNotices(listener: ListenerMiddlewareInstance, show: (notice: Notice) => UnknownAction): void {
  listener.startListening({
    matcher: isRejectedWithValue,
    effect: (action, { dispatch }) => {
      const call = callOf(action)
      if (call === null || !isApiFailure(action.payload)) return
      if (call.type === 'query') {
        console.warn(`${call.endpointName} failed: ${String(action.payload.status)} ${action.payload.message}`)
        return
      }
      const said = failureNotice(action.payload, ruleFor(call.endpointName, bodyOf(call.originalArgs)))
      if (said !== null) dispatch(show(said))
    },
  })
  listener.startListening({
    matcher: isFulfilled,
    effect: (action, { dispatch }) => {
      const call = callOf(action)
      if (call?.type !== 'mutation') return
      const rule = ruleFor(call.endpointName, bodyOf(call.originalArgs))
      if (rule.success !== undefined) dispatch(show(notice('success', say(rule.success), rule.successTitle === undefined ? undefined : say(rule.successTitle))))
    },
  })
}
