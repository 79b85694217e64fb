import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { runCliHere } from '../support/cli-runs.ts'
import { createProject, type Project } from '../support/run-vitest.ts'

const AGENT = 'packages/agent'
const BASELINE = `${AGENT}/tracewright.baseline.json`
const IDLE = { IDLE: '1' }
/** Vitest in the package, whose own config is then the root. */
const INSIDE = ['run', `--root=${AGENT}`]

let project: Project
const at = (path: string): string => join(project.dir, path)
const remove = (...paths: string[]): void => {
  for (const path of paths) rmSync(at(path), { recursive: true, force: true })
}
const baseline = async (folder: string, ...args: string[]): Promise<string> => {
  const { status, stdout, stderr } = await runCliHere(['baseline', ...args], at(folder))
  expect(status, stderr).toBe(0)
  return stdout
}

beforeAll(() => {
  project = createProject('basic', {
    'agent.ts': `
      import { oracle } from 'tracewright/calibration'
      export default { ...oracle, run: (request, task) => (process.env.IDLE ? {} : oracle.run(request, task)) }`,
    'plain.test.ts': `import { expect, test } from 'vitest'\ntest('plain', () => expect(1).toBe(1))\n`,
  })
  for (const folder of [AGENT, 'packages/lib', 'tools']) mkdirSync(at(folder), { recursive: true })
  for (const name of ['agent.ts', 'tasks.suite.jsonl', 'vitest.config.ts'])
    renameSync(at(name), at(`${AGENT}/${name}`))
  renameSync(at('plain.test.ts'), at('packages/lib/plain.test.ts'))
  const write = (file: string, text: string): void => writeFileSync(at(file), text)
  write(
    `${AGENT}/package.json`,
    '{"name":"@acme/agent","type":"module","devDependencies":{"tracewright":"*"}}',
  )
  write('packages/lib/package.json', '{"name":"@acme/lib","type":"module"}')
  write('vitest.config.ts', `export default { test: { projects: ['packages/*'] } }`)
  execFileSync('git', ['init'], { cwd: project.dir, stdio: 'ignore' })
})

it('a run at the root and a command in the package write the baseline that both runs read', async () => {
  const { stdout } = await project.exits(0)
  expect(stdout).toContain(
    'Write one with `cd packages/agent && npx tracewright baseline update` and commit it',
  )
  const said = await baseline(AGENT, 'update')
  expect(said).toContain('tracewright.baseline.json: 7 tasks (7 added)')
  expect(said).toContain('Taken from ../../.vitest/tracewright/run.json')
  for (const args of [['run'], INSIDE]) {
    const regressed = await project.exits(1, args, IDLE)
    expect(regressed.stdout).toMatch(/gate {2}REGRESSED/)
    await project.exits(0, args)
  }
  remove(`${AGENT}/.vitest`)
  for (const folder of ['.', AGENT, `${AGENT}/src`]) {
    mkdirSync(at(folder), { recursive: true })
    expect(await baseline(folder, 'check')).toMatch(/gate {2}/)
    expect(await baseline(folder, 'show')).toContain('tracewright.baseline.json: ')
    const { status, stderr } = await runCliHere(['report'], at(folder))
    expect(status, stderr).toBe(0)
  }
})

it('a baseline of the package that is elsewhere in the repository exits with 2 and the command that moves it', async () => {
  for (const [from, args, run, message] of [
    [
      'tools/old.baseline.json',
      ['run'],
      '.',
      'mv tools/old.baseline.json packages/agent/tracewright.baseline.json',
    ],
    ['tools/old.baseline.json', INSIDE, AGENT, 'mv ../../tools/old.baseline.json tracewright.baseline.json'],
    // Its name at the root of Vitest, where no project reads it: known before the agent is asked.
    [
      'tracewright.-acme-agent.baseline.json',
      ['run'],
      '.',
      'mv tracewright.-acme-agent.baseline.json packages/agent/tracewright.baseline.json',
    ],
  ] as const) {
    renameSync(at(BASELINE), at(from))
    const { stdout } = await project.exits(2, args)
    expect(stdout).toContain(`\`${message}\``)
    execFileSync('sh', ['-c', message], { cwd: at(run) })
    expect(readFileSync(at(BASELINE), 'utf8')).toContain('"tracewright/baseline@1"')
  }
})

it('a run in the package is found by a command at the root', async () => {
  remove('.vitest', BASELINE)
  await project.exits(0, INSIDE)
  expect(await baseline('.', 'update')).toContain(`${BASELINE}: 7 tasks (7 added)`)
})

it('a project with a name of its own keeps it in the package and at the root', async () => {
  remove('.vitest', `${AGENT}/.vitest`, BASELINE)
  const config = `${AGENT}/vitest.config.ts`
  project.write(config, project.read(config).replace('plugins:', `test: { name: 'desk' }, plugins:`))
  await project.exits(0, INSIDE)
  expect(await baseline(AGENT, 'update')).toContain('tracewright.desk.baseline.json: 7 tasks (7 added)')
  await project.exits(1, ['run'], IDLE)
})
