import { useEffect, useState } from 'react'
import { files } from '#contract/files.ts'
import { fetchBlob } from '#api/files.ts'
import type { PlanPicture } from './drawing/plan.ts'
import { shownPicture } from './readPicture.ts'

export type PictureState = 'none' | 'loading' | 'failed' | 'ready'

export function usePicture(picture: PlanPicture | null): {
  state: PictureState
  address: string | null
} {
  const fileId = picture?.fileId ?? null
  const page = picture?.page ?? 1
  const [shown, setShown] = useState<{ state: PictureState; address: string | null }>({
    state: 'none',
    address: null,
  })
  useEffect(() => {
    if (fileId === null) return setShown({ state: 'none', address: null })
    let [address, left] = [null as string | null, false]
    setShown({ state: 'loading', address: null })
    fetchBlob(files.getFile, { params: { id: fileId } })
      .then((blob) => shownPicture(blob, page))
      .then(
        (ready) => {
          if (left) return URL.revokeObjectURL(ready.address)
          address = ready.address
          setShown({ state: 'ready', address })
        },
        () => {
          if (!left) setShown({ state: 'failed', address: null })
        },
      )
    return () => {
      left = true
      if (address !== null) URL.revokeObjectURL(address)
    }
  }, [fileId, page])
  return shown
}
