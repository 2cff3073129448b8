import { useTranslation } from 'react-i18next'
import { isApiFailure } from '#api/http.ts'
import { useConfirm } from '#ui/dialog/useConfirm.ts'

type Save<T> = (confirmed: { keepsValues?: true }) => Promise<T>

/** Saves an own field. If stored values would not fit it any more, asks with their number first. */
export function useUnfitQuestion(): <T>(save: Save<T>) => Promise<T> {
  const { t } = useTranslation('management')
  const confirm = useConfirm()
  return async (save) => {
    try {
      return await save({})
    } catch (error) {
      const affected = isApiFailure(error)
        ? error.errors.find(({ code }) => code === 'valuesAffected')
        : undefined
      if (affected === undefined) throw error
      const isConfirmed = await confirm({
        title: t('unfit.title'),
        hint: t('unfit.hint', { count: Number(affected.message) }),
        okText: t('unfit.ok'),
      })
      if (!isConfirmed) throw error
      return save({ keepsValues: true })
    }
  }
}
