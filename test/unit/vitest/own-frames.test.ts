import { expect, it } from 'vitest'
import { resolveBuiltModule } from '../../../src/vitest/built-modules.ts'
import { dropOwnFrames, dropPoolErrors, explainEmptySuite } from '../../../src/vitest/own-frames.ts'
import { OWN_MODULE } from '../../../src/vitest/record-in-project.ts'

const OURS = `    at serve (${resolveBuiltModule('./serve.js')}:3:1)`
const VITE = '    at load (/app/node_modules/vite/dist/node/chunks/node.js:8:9)'
const VIRTUAL = `    at ${OWN_MODULE}e30:3:1`
const SUITE = '    at /app/a.suite.ts:1:229'
const ENTRY = '    at reset (/app/agent.ts:5:9)'

it.each<[string, string, string[], string[]]>([
  ['an error of ours without a place has none', 'TracewrightError', [OURS, SUITE], []],
  ['an error of ours keeps its place', 'SuiteError', [SUITE, OURS], [SUITE]],
  ['an error of a file that the options name keeps its place', 'TracewrightError', [ENTRY, VIRTUAL], [ENTRY]],
  ['an error of a transform', 'Error', [VITE, VITE], []],
  ['another error keeps its own frames', 'RangeError', [OURS, SUITE], [SUITE]],
])('%s', (_, name, frames, kept) => {
  const error = {
    name,
    message: 'far\nfrom it',
    stacks: [{}],
    stack: `${name}: far\nfrom it\n${frames.join('\n')}`,
  }
  dropOwnFrames([error, undefined, 'a text'])
  expect(error).not.toHaveProperty('stacks')
  expect(error.stack.split('\n')).toEqual([`${name}: far`, 'from it', ...kept])
})

it('keeps a cause that lies in code of the user, and drops another one', () => {
  const caused = (frame: string) => ({
    name: 'TracewrightError',
    stack: `TracewrightError: far\n${OURS}`,
    cause: { stack: `Error: no db\n${frame}\n${VITE}` },
  })
  const [user, other] = [caused(ENTRY), caused('    at JSON.parse (<anonymous>)')]
  dropOwnFrames([user, other])
  expect(user.cause.stack).toBe(`Error: no db\n${ENTRY}`)
  expect(other).not.toHaveProperty('cause')
})

it('leaves of an error of our plugin what it shows of the suite', () => {
  const told = { plugin: 'tracewright', id: '/app/a.suite.jsonl', frame: '1 | {' }
  const error = { name: 'Error', stack: `Error: far\n${VITE}`, __vitest_rollup_error__: told }
  dropOwnFrames([error])
  expect(error.__vitest_rollup_error__).toEqual({ frame: '1 | {' })
})

it('drops what Vitest says of workers that were terminated here, and no other error', () => {
  const [ended, other] = [new Error('[vitest-pool]: Worker forks emitted error.'), new Error('far')]
  const unhandled: unknown[] = [ended, other, 'a text']
  dropPoolErrors(unhandled)
  expect(unhandled).toEqual([other, 'a text'])
})

it('says what a suite without a test lacks', () => {
  const error = new Error('No test suite found in file /app/a.suite.ts')
  explainEmptySuite([error])
  expect(error.message).toMatch(
    /^Failed to load suite .*a\.suite\.ts: the suite has no tasks; write one: task\(/,
  )
  expect(error.stack).toBe(`Error: ${error.message}`)
})
