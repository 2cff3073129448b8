/** A survey's files on this device: stored when picked, uploaded when the server is reachable. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { FILE_MAXIMUM } from '#contract/files.ts'
import { bringFile, dropFiles, saveFile, deviceFile } from '#entities/unsent/deviceFiles.ts'
import { shownType } from '#lib/shownType.ts'
import { hasTooManyPixels, shrinkPhoto } from '#lib/shrinkPhoto.ts'
import { uuid } from '#lib/uuid.ts'
import type { DeviceFile } from '../perform/performDraft.ts'
import { filesOnDevice } from '../perform/performDraftFiles.ts'
import type { SurveyFiles, TooLarge, Way } from './surveyFiles.ts'
import { makeUnsettled, type Unsettled } from './unsettled.ts'

interface RowActions {
  addFile(questionId: number, file: Required<Omit<DeviceFile, 'id'>>): void
  loseFile(fileId: number): void
}

export function useDeviceFiles(
  files: readonly DeviceFile[],
  { addFile, loseFile }: RowActions,
): Omit<SurveyFiles, 'isPreview'> & { areKept: boolean; unsettled: Unsettled } {
  const [ways, setWays] = useState<Readonly<Record<string, Way>>>({})
  const [tooLarge, setTooLarge] = useState<readonly TooLarge[]>([])
  const [areKept, setAreKept] = useState(true)
  const [unsettled] = useState(makeUnsettled)

  const bring = useCallback((key: string) => {
    const goes = (way: Way) => setWays((before) => ({ ...before, [key]: way }))
    bringFile(key, goes).then(
      () => goes(1),
      () => goes('waiting'),
    )
  }, [])

  useWithNetwork(files, bring, loseFile)

  const take = useCallback(
    async (questionId: number, picked: File): Promise<boolean> => {
      const key = uuid()
      // Photos lose their location, as in tickets. Fake images are treated as files.
      const mime = await shownType(picked)
      const file = mime.startsWith('image/') ? await shrinkPhoto(picked) : picked
      const byPixels = mime.startsWith('image/') && (await hasTooManyPixels(file))
      if (file.size > FILE_MAXIMUM || byPixels) {
        const { name, size } = file
        setTooLarge((before) => [...before, { key, questionId, name, size, byPixels }])
        return false
      }
      if (!(await saveFile(key, file))) setAreKept(false)
      addFile(questionId, { key, name: file.name, mime: file === picked ? mime : file.type })
      bring(key)
      return true
    },
    [addFile, bring],
  )
  const add = (questionId: number, picked: File): Promise<boolean> => {
    const taking = take(questionId, picked)
    return taking.finally(unsettled.hold(() => taking))
  }

  const remove = (fileId: number) => {
    loseFile(fileId)
    void dropFiles(
      filesOnDevice(files)
        .filter(({ id }) => id === fileId)
        .map(({ key }) => key),
    )
  }
  const forget = (key: string) => setTooLarge((before) => before.filter((one) => one.key !== key))
  return {
    files,
    ways,
    tooLarge,
    areKept,
    unsettled,
    add,
    remove,
    forget,
    hold: unsettled.hold,
  }
}

/**
 * Uploads device files on opening and on reconnecting. Files missing on the device leave their
 * answers.
 */
function useWithNetwork(
  files: readonly DeviceFile[],
  bring: (key: string) => void,
  loseFile: (fileId: number) => void,
): void {
  const here = useRef(filesOnDevice(files))
  useEffect(() => {
    here.current = filesOnDevice(files)
  }, [files])
  useEffect(() => {
    const bringAll = () => {
      for (const { id, key } of here.current)
        void deviceFile(key).then((file) => (file === undefined ? loseFile(id) : bring(key)))
    }
    bringAll()
    window.addEventListener('online', bringAll)
    return () => window.removeEventListener('online', bringAll)
  }, [bring, loseFile])
}
