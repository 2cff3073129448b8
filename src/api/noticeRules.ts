/** Section 8 of the specification as a table: the notices of each call on success and failure. */

export interface NoticeRule {
  /** Key in the `notices` namespace. */
  success?: string
  successTitle?: string
  /** Replaces the text for the status. */
  failure?: string
  failureTitle?: string
  /** Statuses for which the screen shows its own text, or every failure. Null means no response. */
  quiet?: readonly (number | null)[] | 'every'
  /** Texts for refusal codes. Null if the form shows the refusal beside its field. */
  codes?: Readonly<Record<string, string | null>>
}

const created: NoticeRule = { success: 'itemCreated' }
const saved: NoticeRule = { success: 'changesSaved' }
const deleted: NoticeRule = { success: 'itemDeleted' }
const replaced: NoticeRule = { success: 'itemReplaced' }
/** Refusals that forms of users and roles show beside the field. */
const besideField = { taken: null, shared: null, beyondOwnRights: null }
const besideSensor = { taken: null, reversed: null, beyondRange: null, otherMetric: null }

/**
 * By endpoint name. A read without an entry is only logged on failure; a write shows its status's
 * text.
 */
export const noticeRules: Record<string, NoticeRule> = {
  login: { quiet: 'every' },
  setUp: { quiet: 'every' },
  /** The form keeps the text and shows the failure. */
  addAddendum: { quiet: 'every' },
  rotateSigningKey: { success: 'signingKeyChanged' },
  requestOtp: { quiet: 'every' },
  loginOtp: { quiet: 'every' },
  requestReset: { quiet: 'every' },
  setNewPassword: { quiet: 'every' },
  acceptInvitation: { quiet: 'every' },
  refuseInvitation: { quiet: 'every' },
  finishSecondStep: { quiet: 'every' },
  beginPasskeySignIn: { quiet: 'every' },
  loginPasskey: { quiet: 'every' },
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
  correctDowntime: saved,
  updateEquipment: { success: 'equipmentUpdated' },
  deleteEquipment: deleted,
  // The page reports success itself, with an undo button.
  bulkUpdateProgress: { failureTitle: 'statusFailed', failure: 'checkConnection' },
  bulkUpdateStatus: { failureTitle: 'statusFailed', failure: 'checkConnection' },
  restoreStatuses: { failureTitle: 'statusFailed', failure: 'checkConnection' },
  changeTickets: { failure: 'checkConnection' },
  undoTicketBatch: { failure: 'checkConnection' },
  createTicketView: created,
  updateTicketView: saved,
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
  // The form asks for confirmation.
  updateMetadataField: { ...saved, codes: { valuesAffected: null } },
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
  // The page for performing procedures shows the failure beside the retry button.
  submitProcedureLog: { quiet: 'every' },
  // The form shows these refusals beside the field.
  inviteUser: { codes: besideField },
  setRetention: saved,
  setReportSettings: saved,
  setLabel: saved,
  revokeLabel: saved,
  makeLabelCodes: { quiet: 'every' },
  setLabelsPrinted: { quiet: 'every' },
  updateUser: { ...saved, codes: besideField },
  anonymiseUser: saved,
  // The survey shows a busy tag and a lost network beside the button, with advice.
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
  // The account page shows every refusal beside the address or phone it is about.
  askEmailChange: { quiet: 'every' },
  askPhoneChange: { quiet: 'every' },
  confirmEmailChange: { ...saved, quiet: 'every' },
  confirmPhoneChange: { ...saved, quiet: 'every' },
  updateAccount: saved,
  setAvailability: saved,
  addPushDevice: { quiet: 'every' },
  renewPushDevice: { quiet: 'every' },
  testPushDevice: { success: 'pushTestQueued' },
  endSession: { success: 'sessionEnded' },
  // A wrong current password is shown beside its field.
  changePassword: {
    success: 'passwordChanged',
    codes: { wrongCredentials: null, tooCommon: null, ownWords: null, samePassword: null },
  },
  updateCompany: {
    ...saved,
    codes: { proveProviderFirst: null, noProvider: null, notConfigured: null, notAPicture: null },
  },
  // The field shows refusals of a domain; the list shows the outcome of a check.
  addCompanyDomain: { codes: { notADomain: null, alreadyThere: null, tooManyDomains: null } },
  checkCompanyDomain: {},
  removeCompanyDomain: deleted,
  createRrule: { successTitle: 'ruleAdded', success: 'ruleAddedHint', failureTitle: 'ruleFailed' },
  updateRrule: { ...saved, failureTitle: 'ruleFailed' },
  deleteRrule: { success: 'ruleDeleted' },
  revokeCalendarFeed: { success: 'feedRevoked' },
  // The page names the equipment in its own message: “We couldn’t place …”.
  readVenueFiles: { quiet: [400] },
  applyVenueImport: { codes: { takenOverAlready: null, planRemovesMore: null } },
  correctVenueImport: { quiet: [409] },
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
  createMeterType: created,
  updateMeterType: saved,
  deleteMeterType: deleted,
  replaceMeterType: replaced,
  addMeter: created,
  deleteMeter: deleted,
  // The form says so, or the sign of unsent work.
  addMeterReading: { quiet: 'every' },
  updateMeterReading: { ...saved, codes: { belowLast: null, aboveNext: null, farAbove: null } },
  deleteMeterReading: deleted,
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
  reserveEquipment: { success: 'kept', quiet: [409] },
  releaseEquipment: { success: 'letGo' },
  retryAutomationRun: { success: 'runQueued' },
  retryEvents: { success: 'eventsQueued' },
  retryEvent: { success: 'eventsQueued' },
  dismissEvent: { success: 'eventDismissed' },
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
  // The list of unsent work sends the ticket, now or later, and reports the outcome.
  openTicket: { quiet: 'every' },
  changeTicketState: { quiet: 'every' },
  assignTicket: { quiet: 'every' },
  commentTicket: { quiet: 'every' },
}

/** A call that saves triggered events has its own failure text in the specification. */
export function noticeRuleOf(endpoint: string, body: unknown): NoticeRule {
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
