import { today } from '#contract/today.ts'
import { injectContract } from '#api/api.ts'

export const POLL = { pollingInterval: 300_000, skipPollingIfUnfocused: true } as const

export const todayCalls = injectContract(today)
