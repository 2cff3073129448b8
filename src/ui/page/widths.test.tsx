import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import { draw, pretendServer, turnTo } from '#tests/drawing.tsx'
import { MapSheet } from '../../features/positions/map/MapSheet.tsx'
import { useIsPhone } from '#lib/useMedia.ts'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Page } from './Page.tsx'

pretendServer()

const nothing = () => undefined
const holders: Record<string, (content: ReactNode, isPhone: boolean) => ReactNode> = {
  'src/ui/page/Page.tsx: actions': (content) => (
    <Page title="Things" actions={content}>
      Rows
    </Page>
  ),
  'src/ui/page/Page.tsx: children': (content) => <Page title="Things">{content}</Page>,
  'src/ui/page/Page.tsx: filters': (content) => (
    <Page title="Things" filters={content}>
      Rows
    </Page>
  ),
  'src/ui/page/Page.tsx: panel': (content) => (
    <Page title="Things" panel={content}>
      Rows
    </Page>
  ),
  'src/ui/panel/DetailPanel.tsx: verbs': (content) => (
    <DetailPanel title="Pump" onClose={nothing} verbs={content} />
  ),
  'src/ui/panel/DetailPanel.tsx: actions': (content) => (
    <DetailPanel title="Pump" onClose={nothing} verbs="Report" actions={content} />
  ),
  'src/ui/panel/DetailPanel.tsx: children': (content) => (
    <DetailPanel title="Pump" onClose={nothing} verbs="Report">
      {content}
    </DetailPanel>
  ),
  'src/ui/panel/DetailPanel.tsx: content': (content) => (
    <DetailPanel
      title="Pump"
      onClose={nothing}
      tabs={[{ key: 'facts', label: 'Facts', content }]}
    />
  ),
  'src/features/positions/map/MapSheet.tsx: children': (content, isPhone) => (
    <MapSheet isSheet={isPhone} height="half" onHeight={nothing}>
      {content}
    </MapSheet>
  ),
}

const untyped = [
  'src/ui/page/Page.tsx: hint',
  'src/ui/panel/DetailPanel.tsx: title',
  'src/ui/panel/DetailPanel.tsx: over',
  'src/ui/panel/DetailPanel.tsx: under',
  'src/ui/panel/DetailPanel.tsx: label',
  'src/ui/dialog/ConflictDialog.tsx: mine',
  'src/ui/dialog/ConflictDialog.tsx: theirs',
  'src/ui/list/EntityTable.tsx: empty',
  'src/ui/list/FilterBar.tsx: children',
  'src/ui/list/FilterBar.tsx: end',
  'src/features/locations/LocationTree.tsx: empty',
  'src/features/positions/venue/FloorStage.tsx: side',
  'src/features/positions/venue/FloorStage.tsx: children',
  'src/entities/tickets/PhotoField.tsx: icon',
]
const sources = import.meta.glob<string>(['/src/**/*.tsx', '!/src/**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

function Typed({ label }: { label: string }) {
  const [words, setWords] = useState('')
  return (
    <input aria-label={label} value={words} onChange={({ target }) => setWords(target.value)} />
  )
}

function WithDialog() {
  return (
    <>
      <Typed label="Beside" />
      <Dialog open title="Report" footer={null}>
        <Typed label="Inside" />
      </Dialog>
    </>
  )
}

function Turned({ holder }: { holder: (content: ReactNode, isPhone: boolean) => ReactNode }) {
  return holder(<WithDialog />, useIsPhone())
}

it.for(Object.entries(holders))(
  'a change of width keeps the text typed in %s',
  async ([, holder]) => {
    await draw(<Turned holder={holder} />, { namespaces: ['map'] })
    const field = await screen.findByLabelText('Inside')
    await userEvent.type(field, 'Leaks')
    for (const width of ['phone', 'wide', 'phone'] as const) {
      turnTo(width)
      expect(screen.getByLabelText('Inside')).toHaveValue('Leaks')
      expect(screen.getByLabelText('Beside')).toBeInTheDocument()
    }
  },
)

it('every element that another fills, in what knows the width, is moved as a whole or empty', () => {
  const places = Object.entries(sources).flatMap(([path, text]) =>
    /useIs(Phone|Narrow)\(|isSheet/.test(text)
      ? [...text.matchAll(/^ +(\w+)\??: ReactNode$/gm)].map(
          ([, name]) => `${path.slice(1)}: ${name}`,
        )
      : [],
  )
  expect([...new Set(places)].toSorted()).toEqual([...Object.keys(holders), ...untyped].toSorted())
})
