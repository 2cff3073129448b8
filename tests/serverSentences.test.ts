/**
 * The server's messages are in English, for programs. The page has words for each code, so it shows
 * no message of an error by itself.
 */
import { expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract/index.ts'
import { filesIn, isTest, parse, walk, type Node } from './sourceFiles.ts'

/** Places where the page reads a `message`: file, object, reason. */
const excused: Record<string, string> = {
  'src/api/http.ts error': 'stored with the failure, not shown',
  'src/api/notices.ts said': 'a notice, in words of the page',
  'src/api/notices.ts action.payload': 'written to the console',
  'src/entities/equipmentFiles/useUploads.ts notice': 'a notice, in words of the page',
  'src/entities/unsent/useWhyRefused.ts missed': 'compared, not shown',
  'src/features/management/useUnfitQuestion.ts affected': 'a number',
  'src/features/plans/PictureDialog.tsx failureNotice(error, {})': 'a notice, in words of the page',
  'src/features/plans/readPicture.ts error': 'compared, not shown',
  'src/features/positions/live/ReserveButton.tsx other': 'the name of a person',
  'src/features/positions/survey/useListening.ts listened': 'the name of a person',
  'src/map/FloorMap.tsx error': 'written to the console',
  'src/ui/feedback/toaster/Toaster.tsx toast': 'a notice, in words of the page',
}

it('the page shows messages of the server in its own words only', () => {
  const found = new Set<string>()
  for (const file of filesIn(['src'], ['.ts', '.tsx']).filter(({ path }) => !isTest(path)))
    walk(parse(file).program, (node) => {
      if (node.type !== 'MemberExpression') return
      const [object, property] = [node['object'] as Node, node['property'] as Node]
      if (property['name'] === 'message')
        found.add(`${file.path} ${file.text.slice(object.start, object.end)}`)
    })
  expect([...found].toSorted()).toEqual(Object.keys(excused).toSorted())
})

/** A code whose words quote the message gets a name, a number or another value, never a sentence. */
it('words that quote a message of the server are given no English sentence', () => {
  const [locale] = filesIn(['locales/en'], ['notices.json'])
  const { refused } = JSON.parse(locale?.text ?? '') as { refused: Record<string, string> }
  const quoting = Object.keys(refused).filter(
    (code) => refused[code]?.includes('{{said}}') === true,
  )
  expect(quoting.length).toBeGreaterThan(0)
  const said = filesIn(['server'], ['.ts'])
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, text }) =>
      quoting.flatMap((code) =>
        [
          ...text.matchAll(
            new RegExp(
              `'${code}'(?: satisfies \\w+)?,\\s*(?:message: )?['"\`]([^'"\`]*\\s[^'"\`]*)`,
              'g',
            ),
          ),
        ].map(([, sentence]) => `${path}: ${sentence}`),
      ),
    )
  expect(said).toEqual([])
})

/** Free texts that explain a failure: path in an answer, how the page shows it. */
const foreignTexts: Record<string, string> = {
  'cancelImport.faults.refusal.message': 'not read: the page has words for the code',
  'cancelListExport.fault': 'a code',
  'checkImport.faults.refusal.message': 'not read: the page has words for the code',
  'getEventQueue.failed.reason': 'a detail below a sentence of the page',
  'getHealth.broker.trouble': 'NetworkFault',
  'getHookDelivery.error': 'NetworkFault',
  'getHookDelivery.tries.error': 'NetworkFault',
  'getImport.faults.refusal.message': 'not read: the page has words for the code',
  'getListExport.fault': 'a code',
  'ingest.problems.message': 'for devices, which no page shows',
  'listAutomationRuns.rows.effects.message': 'not read: the page has words for the code',
  'listHookDeliveries.rows.error': 'NetworkFault',
  'listStockMovements.rows.reason': 'the words of a user',
  'rereadImport.faults.refusal.message': 'not read: the page has words for the code',
  'resendHookDelivery.error': 'NetworkFault',
  'runImport.faults.refusal.message': 'not read: the page has words for the code',
  'sendTestMail.reason': 'NetworkFault',
  'startListExport.fault': 'a code',
  'testApiHook.error': 'NetworkFault',
  'undoImport.faults.refusal.message': 'not read: the page has words for the code',
  'uploadImport.faults.refusal.message': 'not read: the page has words for the code',
}

interface Json {
  [key: string]: unknown
}
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null
const nameOfReason = /^(?:.*(?:error|fault|trouble)|message|reason|why)$/i

/** Paths of free texts whose names say that they explain a failure. */
function reasonsIn(schema: unknown, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => reasonsIn(one, path))
  if (!isJson(schema)) return []
  const inside = ['anyOf', 'oneOf', 'allOf', 'items', 'additionalProperties', '$defs'].flatMap(
    (key) => reasonsIn(schema[key], path),
  )
  if (!isJson(schema['properties'])) return inside
  return Object.entries(schema['properties']).reduce<string[]>(
    (found, [name, own]) => [
      ...found,
      ...(nameOfReason.test(name) && isFreeText(own) ? [`${path}.${name}`] : []),
      ...reasonsIn(own, `${path}.${name}`),
    ],
    inside,
  )
}
function isFreeText(schema: unknown): boolean {
  if (!isJson(schema)) return false
  if (Array.isArray(schema['anyOf'])) return schema['anyOf'].some(isFreeText)
  return [schema['type']].flat().includes('string') && !('enum' in schema) && !('const' in schema)
}

it('every free text of an answer that explains a failure is known here', () => {
  const found = Object.values(contract).flatMap((endpoints) =>
    Object.entries(endpoints).flatMap(([name, { response }]) =>
      response instanceof z.ZodType
        ? reasonsIn(z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' }), name)
        : [],
    ),
  )
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(foreignTexts).toSorted())
})

/** Places where the page draws such a text as it came: file and text, reason. */
const drawnAsTheyCame: Record<string, string> = {
  'src/app/shell/UnsentList.tsx reason': 'words of the page',
  'src/entities/equipmentFiles/EquipmentFiles.tsx one.fault': 'words of the page',
  'src/features/auth/Field.tsx fault': 'words of the page',
  'src/features/auth/LoginPage.tsx message': 'words of the page',
  'src/features/automations/EventQueue.tsx reason':
    'an unexpected error, below a sentence of the page',
  'src/features/health/HealthFacts.tsx trouble': 'words of the page',
  'src/features/imports/FileDrop.tsx reason': 'words of the page',
  'src/features/imports/MappingEditor.tsx fault': 'words of the page',
  'src/features/inventory/StockHistory.tsx reason': 'the words of a user',
  'src/features/plans/PictureDialog.tsx bounds[fault]': 'a number',
  'src/features/positions/live/ReserveButton.tsx other.message': 'the name of a person',
  'src/features/positions/venue/FeatureReport.tsx reason': 'words of the page',
  'src/features/procedures/editor/Labelled.tsx fault': 'words of the page',
  'src/features/retention/RetentionPage.tsx reason': 'words of the page',
  'src/features/tickets/work/CostForm.tsx fault': 'words of the page',
}

it('the page draws no text of another system without a sentence in the language of its reader', () => {
  const found = filesIn(['src'], ['.tsx'])
    .filter(({ path }) => !isTest(path))
    .flatMap((file) => {
      const drawn: string[] = []
      walk(parse(file).program, (node, ancestors) => {
        const above = ancestors.at(-1)
        const isDrawn =
          above?.type === 'JSXExpressionContainer' &&
          ancestors.at(-2)?.type.startsWith('JSX') === true
            ? ancestors.at(-2)?.type !== 'JSXAttribute'
            : above?.type === 'Property' && isTextArgument(ancestors)
        const name = node.type === 'MemberExpression' ? (node['property'] as Node) : node
        if (isDrawn && nameOfReason.test(String(name['name'])))
          drawn.push(`${file.path} ${file.text.slice(node.start, node.end)}`)
      })
      return drawn
    })
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(drawnAsTheyCame).toSorted())
})

/** A value in the second argument of `t`. */
function isTextArgument(ancestors: readonly Node[]): boolean {
  const call = ancestors.at(-3)
  return (
    ancestors.at(-2)?.type === 'ObjectExpression' &&
    call?.type === 'CallExpression' &&
    (call['callee'] as Node)['name'] === 't'
  )
}
