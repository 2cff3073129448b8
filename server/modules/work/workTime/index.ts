export { startEndingLongWork } from './longWork.ts'
export { addWork, confirmWork, correctWork, requireRecording } from './ownWork.ts'
export { lockedTicket, recordsWork, seenTicket } from './ticket.ts'
export { endWorkOn, pauseWork, startWork } from './workTime.ts'
