import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useRef } from 'react'
import type { MapRef } from 'react-map-gl/maplibre'
import type { GlyphPath } from '#ui/page/Glyph.tsx'
import type { Crowd } from './crowdStage.ts'
import { marksInSpace, type MarksInSpace } from './marksInSpace.ts'
import { pacedRepaint } from './movers.ts'
import type { Eye } from './frame.ts'
import type { MarkColours } from './pointsLayer.ts'
import { expandView, viewOf } from './view.ts'
import type { Pose } from './pose.ts'

interface SpaceMarksProps {
  map: MapRef
  eye: Eye
  crowd: Crowd
  glyphs: readonly GlyphPath[]
  colours: MarkColours
  pose: Pose
  gap: number
  stem: number
}

export function SpaceMarks({ map, eye, crowd, glyphs, colours, pose, gap, stem }: SpaceMarksProps) {
  const scene = useThree((state) => state.scene)
  const gl = useThree((state) => state.gl)
  const marks = useRef<MarksInSpace | null>(null)
  const going = useRef<ReturnType<typeof pacedRepaint> | null>(null)
  useEffect(() => {
    const made = marksInSpace(scene, glyphs, colours)
    marks.current = made
    const handleMoved = (): void => made.moved()
    map.on('moveend', handleMoved)
    map.triggerRepaint()
    return () => {
      map.off('moveend', handleMoved)
      marks.current = null
      made.dispose()
    }
  }, [map, scene, glyphs, colours])
  useEffect(() => {
    const repaint = pacedRepaint(() => eye.again())
    going.current = repaint
    const stop = crowd.start(repaint.ask)
    repaint.ask()
    return () => {
      stop()
      repaint.stop()
    }
  }, [eye, crowd])
  useFrame(() => {
    const seen = viewOf(map, crowd.origin)
    marks.current?.draw({
      crowd,
      view: () => expandView(seen),
      metresPerPixel: seen.metresPerPixel,
      lift: gap * pose.apart,
      rise: pose.rise,
      stem,
      ratio: gl.getPixelRatio(),
    })
    if (crowd.progress() < 1) going.current?.goOn()
  })
  return null
}
