import { expect, it } from 'vitest'
import { isForeignId, isSuiteId, lacksImport, noteCode } from '../../../src/vitest/suite-id.ts'

it.each([
  ['an empty file', ''],
  ['comments alone', "// tasks follow\n/* import { x } from './x' */\n"],
  [
    'tasks without an import',
    "task('refunds a task', { prompt: 'a, task, b', tools: [] }, async () => {})\n",
  ],
  [
    'rows of tasks',
    "import { rows } from './rows'\ntask.each(rows)('refunds $id', () => ({}), async () => {})\n",
  ],
  ['a misspelt entry', "import { task } from 'tracewright/suites'\ntask('t', {}, async () => {})\n"],
  ['a misspelt package', 'import { task, text } from "tracewrigth/suite"\ntask(\'t\', {}, async () => {})\n'],
  ['the package alone', "import { task } from 'tracewright'\n"],
])('takes %s for a suite that lost its import', (name, text) => {
  const file = `/project/${name}.suite.ts`
  expect(lacksImport(text)).toBe(true)
  noteCode(file, text)
  expect(isSuiteId(file)).toBe(true)
  expect(isForeignId(file)).toBe(false)
})

it.each([
  ['a suite of another library', "import { evalSuite } from 'another-library'\nevalSuite()\n"],
  ['tests that speak of tracewright', "import 'tracewright/matchers'\ntest('t', () => {}) // tracewright\n"],
  ['a task of another library', "import { task } from 'another-library'\ntask('t', async () => {})\n"],
  ['a task imported by another name', "import { define as task } from './define'\ntask('t')\n"],
  ['a task of its own', 'const task = (name: string) => name\ntask("a")\n'],
  ['a function named so', 'export function task() {}\ntask()\n'],
  ['a parameter', 'export const run = (task: () => void) => task()\n'],
  ['a method', "bench.task('t')\n"],
])('leaves %s alone', (name, text) => {
  const file = `/project/${name}.suite.ts`
  expect(lacksImport(text)).toBe(false)
  noteCode(file, text)
  expect(isForeignId(file)).toBe(true)
})
