/** Whether this browser can show push messages, and if not, what helps. */
export type PushSupport = 'ready' | 'denied' | 'insecure' | 'needsInstalling' | 'unsupported'

interface Surroundings {
  isSecure: boolean
  hasWorker: boolean
  hasPush: boolean
  permission: NotificationPermission | null
  agent: string
  touchPoints: number
  isInstalled: boolean
}

/** Safari on iPhone and iPad has push only in an app that was added to the home screen. */
export function pushSupport(here: Surroundings): PushSupport {
  if (!here.isSecure) return 'insecure'
  const isIos =
    /\b(iPhone|iPad|iPod)\b/.test(here.agent) ||
    (/\bMacintosh\b/.test(here.agent) && here.touchPoints > 1)
  if (!here.hasWorker || !here.hasPush || here.permission === null)
    return isIos && !here.isInstalled ? 'needsInstalling' : 'unsupported'
  return here.permission === 'denied' ? 'denied' : 'ready'
}

export const pushSupportHere = (): PushSupport =>
  pushSupport({
    isSecure: window.isSecureContext,
    hasWorker: 'serviceWorker' in navigator,
    hasPush: 'PushManager' in window,
    permission: 'Notification' in window ? Notification.permission : null,
    agent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    isInstalled: matchMedia('(display-mode: standalone)').matches,
  })
