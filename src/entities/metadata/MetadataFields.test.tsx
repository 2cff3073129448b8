import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Button, Form } from 'antd'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { MetadataFields } from './MetadataFields.tsx'
import { metadataBody, type MetadataValues } from './values.tsx'

const server = pretendServer()
const field = (id: number, name: string, dataType: string, choices: string[] = []) => ({
  id,
  name,
  dataType,
  choices,
  unit: null,
  belongsTo: 'ticket',
  equipmentTypeIds: [],
  locationTypeIds: [],
  ticketTypeIds: [],
  usedBy: 1,
  namedBy: 0,
  version: 1,
})
beforeEach(() =>
  server.use(
    http.get('*/api/metadata-fields/ticket', () =>
      HttpResponse.json({
        count: 3,
        rows: [
          field(1, 'Delivered', 'date'),
          field(2, 'Impact', 'choice', ['None']),
          field(3, 'Parts', 'number'),
        ],
      }),
    ),
  ),
)

async function drawn(metadata: MetadataValues) {
  const saved: unknown[] = []
  await draw(
    <Form<{ metadata: MetadataValues }>
      initialValues={{ metadata }}
      onFinish={(values) => saved.push(metadataBody(values.metadata))}
    >
      <MetadataFields of="ticket" typeId={1} />
      <Button htmlType="submit">Save</Button>
    </Form>,
    { namespaces: ['entities'] },
  )
  await screen.findByLabelText('Delivered')
  return async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(saved).not.toEqual([]))
    return saved[0]
  }
}

it('A form shows a value that its field no longer offers, and saving keeps it', async () => {
  const save = await drawn({ 1: 12.5, 2: 'Ward', 3: 4 })
  expect(screen.getByText(/^Stored: 12.5/)).toBeVisible()
  expect(screen.getByText('Ward (no longer offered)')).toBeVisible()
  expect(await save()).toEqual([
    { fieldId: 1, value: 12.5 },
    { fieldId: 2, value: 'Ward' },
    { fieldId: 3, value: 4 },
  ])
})

it('A new value takes the place of one that does not fit any more', async () => {
  const save = await drawn({ 3: 'many' })
  expect(screen.getByText(/^Stored: many/)).toBeVisible()
  const input = screen.getByLabelText('Parts')
  expect(input).toHaveValue('')
  fireEvent.change(input, { target: { value: '7' } })
  fireEvent.blur(input)
  await waitFor(() => expect(screen.queryByText(/^Stored/)).toBeNull())
  expect(await save()).toEqual([{ fieldId: 3, value: 7 }])
})
