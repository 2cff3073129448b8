/**
 * A list with a silent limit looks complete. Queries with a fixed limit must query by id, report
 * the remainder, or be listed here with a reason.
 */
import { expect, it } from 'vitest'
import { filesIn, isTest } from './sourceFiles.ts'

/** Rows. A limit of this size or more is meant as "all rows". */
const MEANT_AS_ALL = 50

const reasonsOfPage: Record<string, string> = {
  'src/entities/recurrence/PerformMenu.tsx':
    'a menu shows the first of them; where there are more, its last entry leads to the whole list',
  'src/entities/recurrence/myQueue.ts':
    'fetched ahead for a round without a network; the page that shows it says what remains',
  'src/entities/tickets/myTickets.ts':
    'fetched ahead for work without a network; the pages that show it say what remains',
  'src/features/equipment/ProgressSteps.tsx':
    'kept by hand: a company has a few ways through its statuses',
}

const reasonsOfServer: Record<string, string> = {
  'server/modules/work/schedules/routes.ts':
    'count is of all, and the page that shows them asks the paged list',
  'server/modules/work/schedules/equipmentSchedules.ts':
    'where rolling rules go on from: the newest of each',
  'server/modules/work/schedules/runner.ts':
    'work in steps: what is left is taken up in the next look',
  'server/modules/foundation/hooks/routes.ts':
    'tries of one delivery, which the sender ends long before',
  'server/modules/insight/referenceData/routes.ts': 'an inventory tree is answered whole',
  'server/modules/insight/referenceData/progress.ts':
    'kept by hand: a company has a few ways through its statuses',
  'server/modules/insight/dashboards/sharing.ts': 'names for the journal only',
  'server/modules/work/procedures/routes.ts':
    'roles and users an automation may name: pickers ask the searched list',
  'server/modules/work/assignees/assignees.ts': 'people one rule chooses among',
  'server/modules/work/assignments/routes.ts': 'assignments of one ticket, the newest',
  'server/modules/foundation/people/explain.ts': 'types in an explanation of rights',
}

const cuts = (
  folders: string[],
  pattern: RegExp,
  isSpared: (line: string, text: string) => boolean,
) =>
  filesIn(folders, ['.ts', '.tsx'])
    .filter(({ path }) => !isTest(path))
    .filter(({ text }) =>
      text
        .split('\n')
        .some(
          (line) =>
            [...line.matchAll(pattern)].some(
              ([, digits]) => Number(digits?.replaceAll('_', '')) >= MEANT_AS_ALL,
            ) && !isSpared(line, text),
        ),
    )
    .map(({ path }) => path)

it('pages ask for no number of rows as though it were all', () => {
  expect(
    cuts(
      ['src'],
      /\blimit: ([\d_]+)/g,
      (line, text) => /\bids\b/.test(line) || text.includes('<Remaining'),
    ).toSorted(),
  ).toEqual(Object.keys(reasonsOfPage).toSorted())
})

it('calls of the server end at no number of their own', () => {
  expect(cuts(['server/modules'], /\.limit\(([\d_]+)\)/g, () => false).toSorted()).toEqual(
    Object.keys(reasonsOfServer).toSorted(),
  )
})
