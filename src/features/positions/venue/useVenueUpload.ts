/** Uploads the files of a venue, and holds them for reading again with other options. */
import { useState } from 'react'
import { venueImports } from '#contract/venue/venueImports.ts'
import { injectContract } from '#api/api.ts'
import { isApiFailure } from '#api/http.ts'
import type { Place } from './degreesTyped.ts'

const calls = injectContract(venueImports)

export interface VenueUpload {
  /** Null after a reload of the page. */
  file: File | null
  isReading: boolean
  error: unknown
  read(file: File, choices?: Partial<Place> & { floorFrom?: string }): Promise<void>
}

/** `onRead`: null after a refusal, so that an earlier file's preview does not stay. */
export function useVenueUpload(onRead: (id: number | null) => void): VenueUpload {
  const [file, setFile] = useState<File | null>(null)
  const [send, { isLoading, error }] = calls.useReadVenueFilesMutation()
  return {
    file,
    isReading: isLoading,
    error,
    async read(chosen, choices = {}) {
      setFile(chosen)
      // The contract declares no body for an upload; its file is one.
      const answer = await send({ params: choices, body: { file: chosen } } as never)
      if (answer.data !== undefined) onRead(answer.data.id)
      else if (isUnreadable(answer.error)) onRead(null)
    },
  }
}

export const isUnreadable = (error: unknown): boolean => isApiFailure(error) && error.status === 400

export async function zipFiles(files: readonly File[]): Promise<File> {
  const [only] = files
  if (files.length === 1 && only !== undefined) return only
  const texts = await Promise.all(
    files.map(async (file) => ({ name: file.name, text: await file.text() })),
  )
  return new File([JSON.stringify({ files: texts })], `${files.length} × ${only?.name ?? ''}`, {
    type: 'application/json',
  })
}
