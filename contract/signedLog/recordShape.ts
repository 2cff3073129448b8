/**
 * Checks the shape of a record from an untrusted file before it is rendered: a valid signature
 * proves the author, not the shape. Without zod, to keep the public verification page small.
 */
import { FORMAT, type SealedRecord } from './record.ts'

type Json = Record<string, unknown>
type Check = (value: unknown) => boolean

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const isId: Check = (value) => typeof value === 'number' && Number.isSafeInteger(value)
const isMoment: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))

const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const objectOf =
  (shape: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) && Object.entries(shape).every(([key, check]) => check(value[key]))

const named = { id: isId, name: isText }
const isNamed = objectOf(named)

const answers: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  singleChoice: { answerId: isId },
  multipleChoice: { answerIds: listOf(isId) },
  number: { value: isNumber },
  text: { text: isText },
  date: { date: (value) => isMoment(`${String(value)}T12:00:00Z`) },
  user: { userId: isId },
  file: { fileIds: listOf(isId) },
  signature: { fileId: isId },
}
const isAnswer: Check = (value) => {
  if (!isObject(value) || typeof value['kind'] !== 'string') return false
  const own = Object.hasOwn(answers, value['kind']) ? answers[value['kind']] : undefined
  return own !== undefined && objectOf({ questionId: isId, ...own })(value)
}

const kinds: Readonly<Record<SealedRecord['kind'], Readonly<Record<string, Check>>>> = {
  performance: {
    logId: isId,
    procedure: objectOf({ ...named, version: isNumber, type: isText }),
    equipment: orNull(isNamed),
    location: orNull(isNamed),
    doneBy: isNamed,
    startedAt: isMoment,
    doneAt: isMoment,
    receivedAt: isMoment,
    points: isNumber,
    maximum: isNumber,
    questions: listOf(
      objectOf({
        id: isId,
        title: isText,
        unit: orNull(isText),
        answers: listOf(objectOf({ id: isId, title: isText })),
      }),
    ),
    answers: listOf(isAnswer),
    used: listOf(objectOf({ itemId: isId, name: isText, unit: isText, amount: isNumber })),
    people: listOf(isNamed),
    files: listOf(objectOf({ ...named, mime: isText, sha256: isText })),
  },
  addendum: { logId: isId, text: isText, by: isNamed, at: isMoment },
  removal: {
    logId: isId,
    at: isMoment,
    removed: listOf(objectOf({ sequence: isId, recordHash: isText })),
  },
  rotation: { at: isMoment },
}

export function isRecord(value: unknown): value is SealedRecord {
  if (!isObject(value) || value['format'] !== FORMAT || !isText(value['company'])) return false
  const { kind } = value
  return (
    typeof kind === 'string' &&
    Object.hasOwn(kinds, kind) &&
    objectOf(kinds[kind as SealedRecord['kind']])(value)
  )
}
