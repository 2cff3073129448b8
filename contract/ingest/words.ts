import type { MetricName } from '#contract/metricNames.ts'

/** Words for yes, in lower case with spaces. */
const ON = new Set(
  [
    'true',
    'yes',
    'y',
    'on',
    'active',
    'alarm',
    'alert',
    'detected',
    'wet',
    'water',
    'water detected',
  ]
    .concat(['leak', 'leaking', 'leaked', 'leakage', 'leak detected', 'water leak'])
    .concat(['water leak detected', 'flood', 'flooded', 'flooding', 'triggered', 'trigger']),
)
const OFF = new Set([
  'false',
  'no',
  'n',
  'off',
  'none',
  'inactive',
  'normal',
  'dry',
  'ok',
  'clear',
  'cleared',
  'idle',
])
/** Words that mean yes for one metric only. */
const own: Partial<Record<MetricName, { on: readonly string[]; off: readonly string[] }>> = {
  contact: { on: ['open', 'opened'], off: ['close', 'closed', 'shut'] },
  motion: {
    on: ['motion', 'motion detected', 'occupied', 'moving', 'present', 'movement', 'presence'],
    off: ['vacant', 'unoccupied', 'still', 'static', 'absent'],
  },
  alarm: {
    on: ['uninstalled', 'removed', 'tampered', 'tamper', 'smoke', 'fire', 'gas', 'pressed'],
    off: ['installed', 'released'],
  },
  vibration: { on: ['vibrating', 'vibration', 'vibration detected', 'moving'], off: ['still'] },
}
/** Negations, as in NO LEAK, not detected, noleak. */
const NEGATION = /^(?:not|non|no|without) ?/

const WORD_MAXIMUM = 40
const SENTENCE_MAXIMUM = 80
export const plainWord = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()

/**
 * Returns null if the value is neither yes nor no. A number is never a state: 1 may be any
 * measurement.
 */
export function stateOf(value: unknown, metric: MetricName | null = null): boolean | null {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string' || value.length > WORD_MAXIMUM) return null
  // `water_leakage_yes` repeats the name before the answer (Tuya).
  const word = plainWord(value).replace(/^.+ (?=(?:yes|no)$)/, '')
  const { on = [], off = [] } = (metric === null ? undefined : own[metric]) ?? {}
  const isOn = (one: string) => ON.has(one) || on.includes(one)
  if (isOn(word)) return true
  if (OFF.has(word) || off.includes(word) || isOn(word.replace(NEGATION, ''))) return false
  const [, told] = / (?:is )?(not detected|detected|open|closed?)$/.exec(word) ?? []
  if (told === undefined || NEGATION.test(word)) return null
  return told.startsWith('open') || told.startsWith('close')
    ? metric === 'contact'
      ? told === 'open'
      : null
    : told === 'detected'
}

/** Words of `ON` that are also settings of a device. */
const SETTINGS = new Set(['true', 'yes', 'on', 'active', 'water'])
const WARNINGS = new Set(
  ['threshold alarm', 'overheat', 'overheating', 'fault', 'low', 'low battery', 'panic', 'sos']
    .concat(['ajar'])
    .concat(Object.values(own).flatMap(({ on }) => on)),
)

/** True for a text that warns of anything. An unknown name must not hide a warning. */
export function isWarning(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > WORD_MAXIMUM) return false
  const word = plainWord(value)
  return WARNINGS.has(word) || (ON.has(word) && !SETTINGS.has(word))
}

const decimal = /^[+-]?\d+(\.\d*)?(e[+-]?\d{1,3})?$/i

export function numberOf(value: unknown): number | null {
  const number =
    typeof value === 'string' && value.length <= 30 && decimal.test(value.trim())
      ? Number(value)
      : value
  return typeof number === 'number' && Number.isFinite(number) && Math.abs(number) <= 1e12
    ? number
    : null
}

/** The largest float, which meters send for an empty register. */
const FLOAT_MAXIMUM = 3.4e38
const ABSENT = new Set(
  ['nan', 'null', 'none', 'unavailable', 'unknown', 'undefined', 'n/a', 'na', 'not available']
    .concat(['inf', 'infinity', '+inf', '+infinity', 'invalid', '-', '--', '---'])
    .concat(['error', 'read error', 'sensor error', 'read failed', 'not connected'])
    .concat(['disconnected', 'no sensor', 'sensor disconnected']),
)

/** True if the value means "not available", in a way common to many devices. */
export function isAbsent(value: unknown): boolean {
  if (value === null) return true
  if (typeof value === 'number') return !Number.isFinite(value) || Math.abs(value) >= FLOAT_MAXIMUM
  if (typeof value !== 'string' || value.length > SENTENCE_MAXIMUM) return false
  // "Temperature monitoring function is disable" (MOKO)
  if (/ is (disabled?|not supported|not connected)$/i.test(value)) return true
  const text = value.toLowerCase().trim()
  if (ABSENT.has(text) || ABSENT.has(plainWord(value)) || /^[-−+]?(nan|inf(inity)?)$/.test(text))
    return true
  return decimal.test(text) && Math.abs(Number(text)) >= FLOAT_MAXIMUM
}
