import { useEffect, useRef, useState, type RefObject } from 'react'
import type { ScannedCode } from '#contract/search.ts'
import type { FromReader } from './reader.ts'

export type CameraState = 'starting' | 'on' | 'noCamera' | 'noReader'

/** Milliseconds between frames; decoding takes less on a phone. */
const LOOKS_EVERY = 150

/**
 * Milliseconds to wait after the first code, because other codes of a label may need a later frame.
 */
const GATHERS_FOR = 450

type OnRead = (codes: readonly ScannedCode[]) => void

export function useCamera(onRead: OnRead): {
  state: CameraState
  video: RefObject<HTMLVideoElement | null>
} {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('starting')
  const tell = useRef(onRead)
  useEffect(() => {
    tell.current = onRead
  }, [onRead])
  useEffect(() => {
    const ending = new AbortController()
    void look(video, setState, (codes) => tell.current(codes), ending.signal)
    return () => ending.abort()
  }, [])
  return { state, video }
}

async function look(
  video: RefObject<HTMLVideoElement | null>,
  setState: (state: CameraState) => void,
  onRead: OnRead,
  signal: AbortSignal,
): Promise<void> {
  const stream = await openCamera()
  const end = (): void => stream?.getTracks().forEach((track) => track.stop())
  if (signal.aborted) return end()
  if (stream === null || video.current === null) return setState('noCamera')
  signal.addEventListener('abort', end)
  video.current.srcObject = stream
  const worker = new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module' })
  signal.addEventListener('abort', () => worker.terminate())
  const giveUp = (): void => {
    end()
    worker.terminate()
    setState('noReader')
  }
  worker.addEventListener('error', giveUp)
  const seen = new Map<string, ScannedCode>()
  let seenSince: number | null = null
  const takePicture = async (): Promise<void> => {
    if (signal.aborted || video.current === null) return
    try {
      const picture = await createImageBitmap(video.current)
      worker.postMessage(picture, [picture])
    } catch {
      later() // the camera has no frame yet
    }
  }
  const later = (): void => {
    setTimeout(() => void takePicture(), LOOKS_EVERY)
  }
  worker.addEventListener('message', ({ data }: MessageEvent<FromReader>) => {
    if (signal.aborted) return
    if ('failed' in data) return giveUp()
    for (const code of data.codes) seen.set(code.text, code)
    if (seen.size > 0 && seenSince === null) seenSince = performance.now()
    if (seenSince !== null && performance.now() - seenSince >= GATHERS_FOR) {
      onRead([...seen.values()])
      seen.clear()
      seenSince = null
    }
    later()
  })
  setState('on')
  await takePicture()
}

async function openCamera(): Promise<MediaStream | null> {
  try {
    // undefined without https, although its type says otherwise
    const devices = navigator.mediaDevices as MediaDevices | undefined
    return (
      (await devices?.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: 1280 } },
      })) ?? null
    )
  } catch {
    return null
  }
}
