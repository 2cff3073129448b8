import { auth } from '#contract/auth/auth.ts'
import { devices } from '#contract/devices/devices.ts'
import { lookingBack } from '#contract/rtls/lookingBack.ts'
import { nearest } from '#contract/rtls/nearest.ts'
import { rtls } from '#contract/rtls/rtls.ts'
import { siteSurvey } from '#contract/rtls/siteSurvey.ts'
import { sensors } from '#contract/sensors.ts'
import { injectContract } from '#api/api.ts'

export const rtlsCalls = injectContract(rtls)
export const lookingBackCalls = injectContract(lookingBack)
export const nearestCalls = injectContract(nearest)
export const surveyCalls = injectContract(siteSurvey)
export const sensorCalls = injectContract(sensors)
export const { useListReachQuery } = injectContract(devices)
export const { useGetMapTokenQuery } = injectContract(auth)
