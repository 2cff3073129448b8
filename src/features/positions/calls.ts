import { auth } from '#contract/auth.ts'
import { devices } from '#contract/devices.ts'
import { lookingBack } from '#contract/lookingBack.ts'
import { nearest } from '#contract/nearest.ts'
import { rtls } from '#contract/rtls.ts'
import { siteSurvey } from '#contract/siteSurvey.ts'
import { sensors } from '#contract/sensors.ts'
import { injectContract } from '#api/api.ts'

export const rtlsCalls = injectContract(rtls)
export const lookingBackCalls = injectContract(lookingBack)
export const nearestCalls = injectContract(nearest)
export const surveyCalls = injectContract(siteSurvey)
export const sensorCalls = injectContract(sensors)
export const { useListReachQuery } = injectContract(devices)
export const { useGetMapTokenQuery } = injectContract(auth)
