import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import * as align from './AlignPicture.tsx'
import { emptyPlan } from './drawing/plan.ts'
import { PictureDialog } from './PictureDialog.tsx'
import * as pictures from './readPicture.ts'

beforeAll(() => {
  vi.spyOn(pictures, 'newPicture').mockImplementation(async (blob) => {
    const text = await blob.text()
    if (text === 'line') throw new pictures.Unreadable('tooSmall')
    if (text === 'strip') throw new pictures.Unreadable('tooLong')
    if (text !== 'good') throw new pictures.Unreadable('unreadable')
    return { address: 'blob:good', pages: 1, width: 100, height: 80 }
  })
  vi.spyOn(align, 'AlignByLength').mockImplementation(() => <div data-testid="picture" />)
})

pretendServer()
const good = new File(['good'], 'good.png', { type: 'image/png' })
const broken = new File(['bad'], 'broken.pdf', { type: 'application/pdf' })
const drawing = new File(['<svg/>'], 's.svg', { type: 'image/svg+xml' })
const line = new File(['line'], 'line.png', { type: 'image/png' })
const strip = new File(['strip'], 'strip.png', { type: 'image/png' })
const faults = {
  'broken.pdf': /is damaged/,
  's.svg': /not a PDF, PNG/,
  'line.png': /fewer than 50 pixels on one side/,
  'strip.png': /more than 40 times as long as it is wide/,
} as const

async function choose(...files: File[]): Promise<void> {
  await draw(
    <PictureDialog
      plan={emptyPlan({ name: 'Ground', shortName: '0', ordinal: 0 })}
      frame={{ longitude: 14, latitude: 50, turn: 0 }}
      mayTurn
      surroundings={[]}
      onAlign={() => undefined}
      onClose={() => undefined}
    />,
    { namespaces: ['plans', 'common'] },
  )
  const field = await screen.findByLabelText('Choose a PDF or a picture', { selector: 'input' })
  const user = userEvent.setup({ applyAccept: false })
  for (const file of files) {
    await user.upload(field, file)
    await screen.findByText(file.name)
    if (file === good) await screen.findByTestId('picture')
    else await screen.findByText(faults[file.name as keyof typeof faults])
  }
}

it.each([
  ['two that cannot be read', [broken, drawing]],
  ['the same the other way round', [drawing, broken]],
  ['a good one and one of another kind', [good, drawing]],
  ['a good one and a broken one', [good, broken]],
  ['one of a line of pixels and one of a strip', [line, strip]],
])(
  'the picture dialog speaks of the file that was chosen last, after %s',
  async (_which, files) => {
    await choose(...files)
    const [before, last] = [files[0]?.name ?? '', files[1]?.name ?? '']
    expect(screen.queryByText(before)).toBeNull()
    expect(screen.queryByTestId('picture')).toBeNull()
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1))
    expect(screen.getByRole('alert').textContent).toMatch(faults[last as keyof typeof faults])
  },
)

it('the picture dialog shows a good picture after a bad one without the other’s fault', async () => {
  await choose(drawing, good)
  expect(screen.queryByText('s.svg')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
