import { auth } from '#contract/auth'
import { rtls } from '#contract/rtls'
import { sensors } from '#contract/sensors'
import { injectContract } from '../../api/api.ts'

export const rtlsCalls = injectContract(rtls)
export const sensorCalls = injectContract(sensors)
export const { useGetMapTokenQuery } = injectContract(auth)
