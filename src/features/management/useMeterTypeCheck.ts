import { useTranslation } from 'react-i18next'
import { meterCalls } from '#entities/calls/meters.ts'
import { useFormat } from '#lib/format.tsx'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import { useUndoableToast } from '#ui/feedback/toaster/undo.ts'
import type { ReferenceDraft, ReferenceItem } from './referenceLists.ts'

const typeIdsOf = (of: ReferenceDraft | ReferenceItem | undefined): number[] => {
  const ids = of?.['equipmentTypeIds']
  return Array.isArray(ids) ? ids.filter((id): id is number => typeof id === 'number') : []
}

/**
 * A meter type gives all equipment of its types a meter. Asks before it is saved, with numbers, and
 * offers undo after that.
 */
export function useMeterTypeCheck(row: ReferenceItem | undefined) {
  const { t } = useTranslation(['management', 'common'])
  const { number } = useFormat()
  const [preview] = meterCalls.useLazyPreviewMeterTypeQuery()
  const confirm = useConfirm()
  const toast = useUndoableToast()
  const [update] = meterCalls.useUpdateMeterTypeMutation()
  const [remove] = meterCalls.useDeleteMeterTypeMutation()
  return {
    async beforeSave(values: ReferenceDraft): Promise<boolean> {
      const id = row?.id ?? null
      const body = { id, equipmentTypeIds: typeIdsOf(values) }
      const { added, removed, full } = await preview({ body }).unwrap()
      if (added + removed + full === 0) return true
      const said = (key: 'added' | 'removed' | 'full', count: number) =>
        count === 0 ? [] : [t(`meterPreview.${key}`, { count, n: number(count) })]
      return confirm({
        title: t('meterPreview.title'),
        hint: [...said('added', added), ...said('removed', removed), ...said('full', full)].join(
          ' ',
        ),
        okText: t('common:save'),
      })
    },
    /** `saved`: the row as it is now. */
    offerUndo(saved: ReferenceItem): void {
      if (row === undefined) {
        if (typeIdsOf(saved).length === 0) return
        toast(
          { level: 'success', message: t('meterPreview.made') },
          () => void remove({ params: { id: saved.id } }),
        )
        return
      }
      const before = typeIdsOf(row)
      if (before.join() === typeIdsOf(saved).join()) return
      toast(
        { level: 'success', message: t('meterPreview.changed') },
        () =>
          void update({
            params: { id: saved.id },
            body: { equipmentTypeIds: before, version: saved.version },
          }),
      )
    },
  }
}
