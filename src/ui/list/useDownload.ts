import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { isApiFailure } from '#api/http.ts'
import { failureNotice } from '#api/notices.ts'
import { download } from '#lib/download.ts'
import { i18n } from '#lib/i18n/i18n.ts'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'

export function useDownload() {
  const dispatch = useDispatch()
  const [isBusy, setIsBusy] = useState(false)
  async function save(name: string, fetch: () => Promise<Blob>): Promise<void> {
    setIsBusy(true)
    try {
      download(name, await fetch())
    } catch (error) {
      const notice = isApiFailure(error)
        ? failureNotice(error, { codes: { fileGone: 'fileGone' } })
        : { level: 'error' as const, message: i18n.t('notices:downloadFailed') }
      if (notice !== null) dispatch(toastAdded(notice))
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, save }
}
