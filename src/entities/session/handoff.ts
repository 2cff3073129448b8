/**
 * The session or pending sign-in that the sign-in page passes to the application without a reload.
 * The server passes the same if the form was sent before scripts loaded.
 */
import type { PendingStep } from '#contract/auth/auth.ts'

export interface HandedOver {
  token?: string | null
  secondStep?: PendingStep | null
  email?: string
  next?: string
}

let handed: HandedOver | null = null
export function setHandedOver(over: HandedOver): void {
  handed = over
}

/** Works once, at the start of the application. */
export function takeHandedOver(): HandedOver | null {
  const taken = handed ?? fromServer()
  handed = null
  step = taken?.secondStep ?? null
  return taken
}

let step: PendingStep | null = null
export const handedStep = (): PendingStep | null => step
export function forgetHandedStep(): void {
  step = null
}

function fromServer(): HandedOver | null {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="plantroom:handed-over"]')
  if (meta === null || meta.content === '') return null
  const { content } = meta
  meta.remove() // the token must not stay readable for later scripts
  try {
    return JSON.parse(content) as HandedOver
  } catch {
    return null
  }
}
