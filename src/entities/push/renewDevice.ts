/**
 * Tells the server after a sign-in which address this browser has, so that messages go on, and
 * none of a former person arrive. Subscribes again if the browser lost its address.
 */
import { push } from '#contract/push.ts'
import { callEndpoint } from '#api/callEndpoint.ts'
import { currentSubscription, deviceName, pushMark, subscribe } from './subscription.ts'

/** The id of this browser's device. Null if the user gets no messages here. */
export async function renewDevice(): Promise<number | null> {
  const [current, marked] = [await currentSubscription(), pushMark.read()]
  const known = marked ?? current?.endpoint
  if (known === undefined) return null
  const { deviceId } = await callEndpoint(push.renewPushDevice, { body: { endpoint: known } })
  if (deviceId === null || current?.endpoint === known || Notification.permission !== 'granted')
    return deviceId
  const { publicKey } = await callEndpoint(push.getPush, {})
  if (publicKey === null) return deviceId
  const made = await subscribe(publicKey)
  const { id } = await callEndpoint(push.addPushDevice, {
    body: { ...made, name: deviceName(navigator.userAgent) },
  })
  pushMark.set(made.endpoint)
  await callEndpoint(push.removePushDevice, { params: { id: deviceId } })
  return id
}
