/**
 * What the sign-in page hands to the application that starts in its place, without loading the page
 * anew: a session, or a sign-in that goes on. The server hands over the same where the form was
 * sent before any script was there.
 */
import type { PendingStep } from '#contract/auth/auth.ts'

export interface HandedOver {
  token?: string | null
  /** A first step that was right; the second is asked next. */
  secondStep?: PendingStep | null
  /** As it was typed. */
  email?: string
  /** Where the person wanted to go, once signed in. */
  next?: string
}

let handed: HandedOver | null = null
export function setHandedOver(over: HandedOver): void {
  handed = over
}

/** Taken once, by the start of the application. */
export function takeHandedOver(): HandedOver | null {
  const taken = handed ?? fromServer()
  handed = null
  step = taken?.secondStep ?? null
  return taken
}

let step: PendingStep | null = null
/** The second step that the sign-in page begins with, until somebody starts again. */
export const handedStep = (): PendingStep | null => step
export function forgetHandedStep(): void {
  step = null
}

function fromServer(): HandedOver | null {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="plantroom:handed-over"]')
  if (meta === null || meta.content === '') return null
  const { content } = meta
  meta.remove() // a token stays nowhere that a script of a later screen would look
  try {
    return JSON.parse(content) as HandedOver // written by this page's own server
  } catch {
    return null
  }
}
