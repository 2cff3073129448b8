import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'

pretendServer()

it('the conflict dialog writes numbers as the reader does, to the last digit, and names empty values', async () => {
  await draw(
    <ConflictDialog
      rows={[
        { label: 'Offset', mine: 0.0000001, theirs: -1234.5 },
        { label: 'Word', mine: '', theirs: null },
      ]}
      onKeepMine={() => undefined}
      onTakeTheirs={() => undefined}
      onCancel={() => undefined}
    />,
    { language: 'cs' },
  )
  const [, offset, word] = await screen.findAllByRole('row')
  expect(offset).toHaveTextContent('0,0000001')
  expect(offset).toHaveTextContent(/-1\s234,5/)
  expect(word).toHaveTextContent('WordŽádnéŽádné')
})

it('the conflict dialog puts one version below the other on a phone', async () => {
  await draw(
    <ConflictDialog
      rows={[{ label: 'Name', mine: 'Pump 7', theirs: 'Pump of room 8' }]}
      onKeepMine={() => undefined}
      onTakeTheirs={() => undefined}
      onCancel={() => undefined}
    />,
    { isPhone: true },
  )
  expect(await screen.findByRole('listitem')).toHaveTextContent('Name')
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Pump 7',
    'Pump of room 8',
  ])
  expect(screen.queryByRole('table')).toBeNull()
})
