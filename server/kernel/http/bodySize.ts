/**
 * Bounds on request bodies, checked before the schema visits every value. The text is checked
 * before parsing: a megabyte of brackets or keys blocks the event loop for half a second, and the
 * caller is not known yet.
 */
import { badInput } from './errors.ts'

/** A gateway's largest report, 5,000 readings, has about this many values. */
const MAX_VALUES = 50_000
const DEEPEST = 64

const tooLarge = () =>
  badInput(
    'body',
    'tooLarge',
    'The request holds more values, or deeper ones, than any request needs.',
  )

/** Scans two megabytes within milliseconds. Invalid JSON is left to the parser. */
export function refuseHugeText(text: string): void {
  let [depth, opened, commas] = [0, 0, 0]
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22:
        at = endOfText(text, at)
        break
      case 0x2c:
        commas += 1
        break
      case 0x5b:
      case 0x7b:
        depth += 1
        opened += 1
        break
      case 0x5d:
      case 0x7d:
        depth -= 1
        break
    }
    if (depth > DEEPEST || opened > MAX_VALUES || commas > MAX_VALUES) throw tooLarge()
  }
}

function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at
    if (code === 0x5c) at += 1
  }
  return text.length
}

/**
 * Throws 400 for more or deeper values than any request needs. Without recursion, since the sender
 * chooses the depth.
 */
export function refuseHugeBody(body: unknown): void {
  const waiting: { value: unknown; depth: number }[] = [{ value: body, depth: 0 }]
  let seen = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next
    seen += 1
    if (typeof value !== 'object' || value === null) continue
    const inside: unknown[] = Array.isArray(value) ? value : Object.values(value)
    if (depth >= DEEPEST || seen + waiting.length + inside.length > MAX_VALUES) {
      throw tooLarge()
    }
    for (const one of inside) {
      if (typeof one === 'object' && one !== null) waiting.push({ value: one, depth: depth + 1 })
      else seen += 1
    }
  }
}
