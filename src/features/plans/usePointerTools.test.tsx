import { act, renderHook } from '@testing-library/react'
import type { PointerEvent } from 'react'
import { expect, it } from 'vitest'
import { emptyPlan } from './drawing/plan.ts'
import type { Tool } from './tools.ts'
import { useDrawing } from './useDrawing.ts'
import { usePointerTools } from './usePointerTools.ts'

const start = emptyPlan({ name: 'Ground floor', shortName: '0', ordinal: 0 })

function drawing() {
  const { result, rerender } = renderHook(
    ({ tool }: { tool: Tool }) => {
      const own = useDrawing(start)
      const pointer = usePointerTools({
        drawing: own,
        looking: {
          pixel: 0.01,
          toSheet: ({ clientX: x, clientY: y }: Pressed) => ({ x, y }),
        } as never,
        tool,
        gateway: null,
        makesPlaces: false,
        isReadOnly: false,
        onGatewayPlaced: () => undefined,
      })
      return { own, pointer }
    },
    { initialProps: { tool: 'shape' } },
  )
  const press = (clientX: number, clientY: number) =>
    act(() => {
      const stage = { setPointerCapture: () => undefined }
      const at = { button: 0, clientX, clientY, currentTarget: stage, target: stage }
      result.current.pointer.on.onPointerDown(at as unknown as PointerEvent<SVGSVGElement>)
    })
  return { result, press, take: (tool: Tool) => rerender({ tool }) }
}
interface Pressed {
  clientX: number
  clientY: number
}

it('an unfinished room waits while another tool is used, until it closes', () => {
  const { result, press, take } = drawing()
  expect(result.current.pointer.isUnfinished).toBe(false)
  press(0, 0)
  press(5, 0)
  press(5, 4)
  take('select')
  expect(result.current.pointer).toMatchObject({ points: [], isUnfinished: true })
  take('shape')
  expect(result.current.pointer.points).toHaveLength(3)
  press(0, 0)
  expect(result.current.pointer.isUnfinished).toBe(false)
  expect(result.current.own.plan.rooms).toHaveLength(1)
})

it('the end of a wall, from which the next one would continue, is not unfinished', () => {
  const { result, press, take } = drawing()
  take('wall')
  press(0, 0)
  press(5, 0)
  expect(result.current.own.plan.parts).toHaveLength(1)
  expect(result.current.pointer.isUnfinished).toBe(false)
})

it('an unfinished room is dropped when the plan is saved without it', () => {
  const { result, press } = drawing()
  press(0, 0)
  act(() => result.current.pointer.forget())
  expect(result.current.pointer).toMatchObject({ points: [], isUnfinished: false })
})
