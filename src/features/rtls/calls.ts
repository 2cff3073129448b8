import { auth } from '#contract/auth'
import { devices } from '#contract/devices'
import { lookingBack } from '#contract/lookingBack'
import { nearest } from '#contract/nearest'
import { rtls } from '#contract/rtls'
import { siteSurvey } from '#contract/siteSurvey'
import { sensors } from '#contract/sensors'
import { injectContract } from '../../api/api.ts'

export const rtlsCalls = injectContract(rtls)
export const lookingBackCalls = injectContract(lookingBack)
export const nearestCalls = injectContract(nearest)
export const surveyCalls = injectContract(siteSurvey)
export const sensorCalls = injectContract(sensors)
export const { useListReachQuery } = injectContract(devices)
export const { useGetMapTokenQuery } = injectContract(auth)
