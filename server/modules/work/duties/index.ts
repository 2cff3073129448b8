export { announceHoles, startAnnouncingHoles } from './announceHoles.ts'
export { dutyHandlers } from './routes.ts'
export { fireSteps, onTicketsOpened, startCallingDuties, startAlertCalls } from './steps.ts'
export { onDutyNow, spansOfPerson, type OwnSpan } from './spans.ts'
