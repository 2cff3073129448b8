import { tasmota, zigbee2mqtt, zigbee2mqttPipe } from './bridges.ts'
import { disruptive } from './disruptive.ts'
import { freelyNamed } from './freelyNamed.ts'
import { generic } from './generic.ts'
import {
  browan,
  browanDoor,
  browanLeak,
  browanMotion,
  decentlab,
  dragino,
  elsys,
  milesight,
  milesightPipe,
  tektelic,
} from './lorawan.ts'
import {
  aircom,
  keller,
  laird,
  mcci,
  mclimate,
  merryiot,
  milesightSocket,
  netvox,
  normalized,
  sensaio,
  sensecap,
  strega,
} from './lorawanFurther.ts'
import { plainName, type Profile } from './profile.ts'
import { shellyRpc } from './shelly.ts'
import { kontakt, minew, shellyBlu, theengs } from './scanners.ts'

const decodedByNetworks: readonly Profile[] = [
  normalized,
  dragino,
  milesightPipe,
  milesightSocket,
  milesight,
  elsys,
  merryiot,
  browanLeak,
  browanDoor,
  browanMotion,
  browan,
  decentlab,
  tektelic,
  sensecap,
  mclimate,
  sensaio,
  aircom,
  keller,
  laird,
  mcci,
  strega,
  netvox,
]

export const profiles: readonly Profile[] = [
  ...decodedByNetworks,
  theengs,
  shellyBlu,
  shellyRpc,
  minew,
  kontakt,
  zigbee2mqtt,
  zigbee2mqttPipe,
  tasmota,
  disruptive,
  freelyNamed,
  generic,
]

/** Names that many makers use, each in a unit of its own. */
const COMMON: readonly string[] =
  'voltage current distance moisture ec conductivity o3 hcho x y z status water open tilt iaq pulse'.split(
    ' ',
  )

/**
 * Selects the profile of a decoded payload: by brand if the network reports it, otherwise by the
 * number of names that the generic profile lacks.
 */
export function profileOf(decoded: Readonly<Record<string, unknown>>, told: string): Profile {
  const text = told.toLowerCase()
  const named = decodedByNetworks.find(({ brands }) => brands.some((one) => text.includes(one)))
  if (named !== undefined) return named
  const names = Object.keys(decoded).map(plainName)
  const marked = decodedByNetworks.find(
    ({ marks = [] }) => marks.length > 0 && marks.every((one) => names.includes(one)),
  )
  if (marked !== undefined) return marked
  const special = names.filter((one) => !Object.hasOwn(generic.names, one) && !COMMON.includes(one))
  let best: { profile: Profile; known: number } = { profile: generic, known: 0 }
  for (const profile of decodedByNetworks.filter(({ marks }) => marks === undefined)) {
    const known = special.filter((one) => Object.hasOwn(profile.names, one)).length
    if (known > best.known) best = { profile, known }
  }
  return best.profile
}
