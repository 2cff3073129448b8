import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'
import { fellowCalls } from './calls.ts'

export interface Held {
  id: number
  name: string
  isTaken: boolean
  /** True if dragged by pointer: the layout must not move under the pointer. */
  isDragged?: true
}
export interface Owner {
  id: number
  name: string
}

/** The global listener reports refusals. */
export function useAttach() {
  const { t } = useTranslation('fellows')
  const dispatch = useDispatch()
  const [attach, attaching] = fellowCalls.useAttachFellowMutation()
  const [scan, scanning] = fellowCalls.useScanFellowMutation()
  const [detach, detaching] = fellowCalls.useDetachFellowMutation()
  const say = (message: string) => dispatch(toastAdded({ level: 'success', message }))
  const tell = (fellow: string, owner: string, moved: number) =>
    say(
      [
        t('attached', { fellow, owner }),
        ...(moved === 0 ? [] : [t('wentAlong', { count: moved })]),
      ].join('\n'),
    )
  return {
    isBusy: attaching.isLoading || scanning.isLoading || detaching.isLoading,
    async attach({ id, name, isTaken }: Held, owner: Owner): Promise<boolean> {
      const { data } = await attach({ body: { equipmentId: id, ownerId: owner.id, isTaken } })
      if (data !== undefined) tell(name, owner.name, data.moved)
      return data !== undefined
    },
    async scan(number: string, owner: Owner): Promise<boolean> {
      const { data } = await scan({ body: { ownerId: owner.id, number } })
      if (data !== undefined) tell(data.fellow.name, owner.name, data.moved)
      return data !== undefined
    },
    async detach(thing: { id: number; name: string }): Promise<void> {
      const { data } = await detach({ params: { equipmentId: thing.id } })
      if (data !== undefined) say(t('detached', { fellow: thing.name }))
    },
  }
}
