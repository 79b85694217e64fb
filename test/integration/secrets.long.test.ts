import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { runCli } from '../support/cli-runs.ts'
import { readPageText } from '../support/page-lines.ts'
import { createProject, type Project } from '../support/run-vitest.ts'

const SHAPED = 'sk-proj-Shaped0001Shaped0001'
const MY_API_KEY = 'ofTheEnvironment0002'
/** By its shape, as a value of the environment, by a pattern, by a function, by the name of its field. */
const PLANTED = [SHAPED, MY_API_KEY, 'by-pattern-003', 'by-function-004', 'by-name-0005']
const SOURCES = /^(?:agent|hand\.test|redact|vitest\.config)\.ts$/

/** Files of a project that hold a secret, with the secrets. */
function leaks({ dir }: Project): Record<string, string[]> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    // Vitest 5 keeps the code of modules there.
    .filter((file) => !SOURCES.test(relative(dir, file)) && !file.includes('.vitest-cache'))
  return Object.fromEntries(
    files.flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      const found = PLANTED.filter((secret) => text.includes(secret))
      return found.length === 0 ? [] : [[relative(dir, file), found]]
    }),
  )
}

async function runOf(env: Record<string, string> = {}) {
  const project = createProject('secrets')
  const outcome = await project.exits(1, ['run', '-u'], { SHAPED, MY_API_KEY, CI: '', ...env })
  const page = runCli(['report', '--html', 'report.html'], project.dir)
  expect(page.status, page.stderr).toBe(0)
  project.write('report.txt', readPageText(project.read('report.html')))
  return { project, ...outcome }
}

const written = [
  '.vitest/tracewright/run.json',
  '__snapshots__/hand.test.ts.snap',
  '__traces__/tasks/works.txt',
  'junit.xml',
  'out.json',
  'report.txt',
]

it('no file that is written holds a secret, nor does the terminal', async () => {
  const { project, stdout, stderr } = await runOf()
  for (const file of written) expect(project.read(file), file).toContain('redacted')
  expect(leaks(project)).toEqual({})
  for (const secret of PLANTED) expect(stdout + stderr).not.toContain(secret)
  const trace = project.traces().find(({ task_id }) => task_id === 'works')
  expect(trace).toMatchObject({
    final_answer: 'I sent <redacted> <redacted> <redacted> <gone> about <redacted>.',
  })
  // What is masked is judged as it was.
  expect(project.run().cases.find(({ task_id }) => task_id === 'works')?.score?.reason).toContain('subject')
})

it('without the option keys of known shapes and of the environment are masked all the same', async () => {
  const { project } = await runOf({ REDACT: 'off' })
  const found = new Set(Object.values(leaks(project)).flat())
  expect([...found].sort()).toEqual(['by-function-004', 'by-name-0005', 'by-pattern-003'])
})

it.each([
  [
    'late throws and loose rejections',
    { OUTSIDE: '1' },
    ['late <redacted>', 'loose <redacted>', 'bare <redacted>'],
  ],
  ['an agent that does not load', { BROKEN: '1' }, ['I do not load: <redacted>']],
])('errors outside of cases are printed and annotated without secrets: %s', async (_, env, told) => {
  const project = createProject('secrets')
  const { stdout, stderr } = await project.vitest(['run', 'tasks'], { SHAPED, MY_API_KEY, CI: '', ...env })
  const printed = stdout + stderr
  const annotations = printed.split('\n').filter((line) => line.startsWith('::error'))
  for (const text of told) {
    expect(printed).toContain(text)
    // A bare text has no stack, so Vitest has no place to annotate.
    if (!text.startsWith('bare')) expect(annotations.join('\n')).toContain(text)
  }
  // A function in a module is not known where these errors are printed.
  for (const secret of PLANTED.filter((one) => one !== 'by-function-004'))
    expect(printed).not.toContain(secret)
})

it('a secret in the name of an agent is masked, and its baseline knows the agent', async () => {
  const project = createProject('secrets')
  const run = async (name: string) => {
    await project.vitest(['run', 'tasks'], { SHAPED, MY_API_KEY, CI: '', AGENT_NAME: name })
    const { status, stderr } = runCli(['baseline', 'update', '--accept', 'first'], project.dir)
    return { status, stderr }
  }
  expect(await run(`leaky ${SHAPED}`)).toMatchObject({ status: 0 })
  expect(leaks(project)).toEqual({})
  expect(JSON.parse(project.read('tracewright.baseline.json')).agent).toMatch(
    /^leaky <redacted> #[0-9a-f]{12}$/,
  )
  expect(await run(`leaky ${SHAPED}`)).toMatchObject({ status: 0 })
  expect((await run(`leaky ${SHAPED}2`)).stderr).toContain('it belongs to the agent "leaky <redacted> #')
})

it('a run that is killed leaves a journal without secrets', async () => {
  const project = createProject('secrets')
  await project.vitest(['run', 'tasks'], { SHAPED, MY_API_KEY, KILLED: '1' })
  const journals = readdirSync(join(project.dir, '.vitest/tracewright')).filter((name) =>
    name.startsWith('journal-'),
  )
  expect(journals).not.toEqual([])
  expect(leaks(project)).toEqual({})
})
