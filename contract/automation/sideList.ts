/**
 * The side list of the area (spec section 2). Each entry stands for actions, except survey
 * questions, which stand for a filter.
 */
export const automationKinds = [
  'mostUsed',
  'schedules',
  'surveyQuestions',
  'alerts',
  'tickets',
  'status',
  'ticketAssignee',
  'apiHook',
  'equipmentData',
] as const
export type AutomationKind = (typeof automationKinds)[number]
