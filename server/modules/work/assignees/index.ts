export {
  candidatesAmong,
  checkAssignee,
  isUnableAssignee,
  listAssignees,
  type Among,
} from './assignees.ts'
