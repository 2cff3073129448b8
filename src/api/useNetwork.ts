import { useSyncExternalStore } from 'react'
import { awayNow, onNetwork, type Away } from './network.ts'

/** Null while the server is reached. */
export const useAway = (): Away | null => useSyncExternalStore(onNetwork, awayNow)
