import { useEffect, useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import type { push } from '#contract/push.ts'
import { renewDevice } from '#entities/push/renewDevice.ts'
import { deviceName, pushMark, subscribe } from '#entities/push/subscription.ts'
import { useAddPushDeviceMutation, useRemovePushDeviceMutation } from './calls.ts'
import { pushSupportHere, type PushSupport } from './pushSupport.ts'

export interface ThisDeviceState {
  support: PushSupport
  /** Null if no messages come to this browser; undefined until that is known. */
  id: number | null | undefined
  isBusy: boolean
  hasFailed: boolean
  /** Name of the device that was removed, because there were ten. */
  replaced: string | null
  turnOn(): Promise<void>
  turnOff(): Promise<void>
}

export function useThisDevice(data: Output<typeof push.getPush> | undefined): ThisDeviceState {
  const [support, setSupport] = useState(pushSupportHere)
  const [found, setFound] = useState<number | null>()
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [replaced, setReplaced] = useState<string | null>(null)
  const [add] = useAddPushDeviceMutation()
  const [remove] = useRemovePushDeviceMutation()
  useEffect(() => {
    let isCurrent = true
    renewDevice().then(
      (id) => isCurrent && setFound(id),
      () => isCurrent && setFound(null),
    )
    return () => {
      isCurrent = false
    }
  }, [])
  const isThere = data?.devices.some(({ id }) => id === found) ?? false

  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    setFailed(false)
    await work().catch(() => setFailed(true))
    setSupport(pushSupportHere())
    setBusy(false)
  }
  return {
    support,
    id: found === undefined || data === undefined ? undefined : isThere ? found : null,
    isBusy,
    hasFailed,
    replaced,
    turnOn: () =>
      attempt(async () => {
        const publicKey = data?.publicKey ?? null
        if (publicKey === null || (await Notification.requestPermission()) !== 'granted') return
        const made = await subscribe(publicKey)
        const answer = await add({
          body: { ...made, name: deviceName(navigator.userAgent) },
        }).unwrap()
        pushMark.set(made.endpoint)
        setReplaced(answer.replaced)
        setFound(answer.id)
      }),
    turnOff: () =>
      attempt(async () => {
        const device = data?.devices.find(({ id }) => id === found)
        if (device !== undefined) await remove({ params: { id: device.id } }).unwrap()
        pushMark.clear()
        setFound(null)
      }),
  }
}
