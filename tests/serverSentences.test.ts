/**
 * The server's messages are in English, for programs. The page has words for each code, so it shows
 * no message of an error by itself.
 */
import { expect, it } from 'vitest'
import { filesIn, isTest, parse, walk, type Node } from './sourceFiles.ts'

/** Places where the page reads a `message`: file, object, reason. */
const excused: Record<string, string> = {
  'src/api/http.ts error': 'stored with the failure, not shown',
  'src/api/notices.ts said': 'a notice, in words of the page',
  'src/api/notices.ts action.payload': 'written to the console',
  'src/entities/equipmentFiles/useUploads.ts notice': 'a notice, in words of the page',
  'src/entities/unsent/useWhyRefused.ts missed': 'compared, not shown',
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
