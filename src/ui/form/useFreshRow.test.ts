import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useFreshRow } from './useFreshRow.ts'

it('useReadAgain() waits for the new answer, then follows it', () => {
  const { result, rerender } = renderHook(useFreshRow<string>, {
    initialProps: { data: 'before the save', isFetching: true },
  })
  expect(result.current).toBeUndefined()
  rerender({ data: 'as saved', isFetching: false })
  expect(result.current).toBe('as saved')
  rerender({ data: 'as saved', isFetching: true })
  expect(result.current).toBe('as saved')
})

it('useReadAgain() takes the former answer if nothing can be read', () => {
  const { result } = renderHook(useFreshRow<string>, {
    initialProps: { data: 'read earlier', isFetching: false },
  })
  expect(result.current).toBe('read earlier')
})
