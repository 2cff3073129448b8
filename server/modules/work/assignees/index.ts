export {
  candidatesAmong,
  checkAssignee,
  isUnableAssignee,
  listAssignees,
  ticketsSeenBy,
  type Among,
} from './assignees.ts'
