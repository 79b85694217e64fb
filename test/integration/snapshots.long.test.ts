import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesIn, type Outcome, type Project, projectOf } from '../support/run-vitest.ts'

const SNAP = '__snapshots__/stored.test.ts.snap'
const TREE = (city: string) => `get_weather#1 city="Lima"
get_weather#2 city="${city}"
└─ unit_convert value=<get_weather#2.temperature_celsius> from_unit="celsius" to_unit="fahrenheit"
   └─ send_email to="ana@example.com" subject="${city}" body="... <unit_convert.converted_value> ..."
`
const FILES = ['Bergen', 'Oslo', 'Perth', 'Quito', 'Turku'].map((city) => `report_${city}.txt`)

const passes = ({ exitCode, stdout, stderr }: Outcome): void => expect(exitCode, stdout + stderr).toBe(0)

/** The project with all snapshots written. */
async function written(...files: string[]): Promise<Project> {
  const project = projectOf('snapshots')
  passes(await project.vitest(['run', '-u', ...files]))
  return project
}

describe('stored snapshots', () => {
  it('are written on demand, and hold in every world and for every order of parallel calls', async () => {
    const project = projectOf('snapshots')
    const missing = await project.vitest(['run', 'stored'])
    expect(missing.exitCode).toBe(1)
    expect(missing.stderr).toContain('The snapshot is missing, and CI does not write snapshots.')
    expect(existsSync(join(project.dir, SNAP))).toBe(false)

    passes(await project.vitest(['run', 'stored'], { CI: '' }))
    const snapshots = project.read(SNAP)
    expect(snapshots.match(/^exports/gm)).toHaveLength(12)
    expect(snapshots).toContain(`exports[\`stored > reports Oslo 1\`] = \`\n${TREE('Oslo')}\`;`)
    expect(snapshots).toContain(
      `exports[\`stored > reports Oslo > with its answer 1\`] = \`\n${TREE('Oslo')}answer: `,
    )
    for (const SEED of ['8', '0']) passes(await project.vitest(['run', 'stored'], { SEED }))
    expect(project.read(SNAP)).toBe(snapshots)
  })

  it('show a changed plan, are written anew with -u, and are dropped when obsolete', async () => {
    const project = await written('stored')
    const before = project.read(SNAP)
    const changed = await project.vitest(['run', 'stored'], { PLAN: 'changed' })
    expect(changed.exitCode).toBe(1)
    expect(changed.stderr).toContain('Snapshot `stored > reports Oslo 1` mismatched')
    expect(changed.stderr).toContain(
      "The agent's calls differ from the snapshot. If the new calls are right, run vitest -u.",
    )
    expect(changed.stderr).toMatch(/^- └─ unit_convert value=<get_weather#2\.temperature_celsius>/m)
    expect(changed.stderr).toMatch(/^\+ └─ send_email/m)
    expect(project.read(SNAP)).toBe(before)

    passes(await project.vitest(['run', 'stored', '-u'], { PLAN: 'changed' }))
    expect(project.read(SNAP)).not.toContain('unit_convert')
    passes(await project.vitest(['run', 'stored'], { PLAN: 'changed' }))

    project.write('stored.test.ts', project.read('stored.test.ts').replace("'Rome', ", ''))
    const obsolete = await project.vitest(['run', 'stored'], { PLAN: 'changed', CI: '' })
    passes(obsolete)
    expect(obsolete.stdout).toContain('3 obsolete')
    passes(await project.vitest(['run', 'stored', '-u'], { PLAN: 'changed' }))
    expect(project.read(SNAP)).not.toContain('Rome')
    expect(project.read(SNAP)).toContain('Cairo')
  })
})

it('inline snapshots are written into the test, and anew with -u', async () => {
  const project = projectOf('snapshots')
  expect((await project.vitest(['run', 'inline'])).exitCode).toBe(1)
  passes(await project.vitest(['run', 'inline'], { CI: '' }))
  const source = project.read('inline.test.ts')
  const indented = (city: string) => TREE(city).trimEnd().replaceAll(/^/gm, '      ')
  expect(source).toContain(`toMatchTraceInlineSnapshot(\`\n${indented('Oslo')}\n    \`)`)
  expect(source).toContain(`resolves.toMatchTraceInlineSnapshot(\`\n${indented('Rome')}\n    \`)`)
  expect(source).toMatch(/toMatchTraceInlineSnapshot\(\{ answer: true \}, `[^`]*answer: "[^`]*`\)/)
  passes(await project.vitest(['run', 'inline'], { SEED: '8' }))
  expect(project.read('inline.test.ts')).toBe(source)

  const changed = await project.vitest(['run', 'inline'], { PLAN: 'changed' })
  expect(changed.exitCode).toBe(1)
  expect(changed.stderr).toContain('expect(run).toMatchTraceInlineSnapshot()')
  passes(await project.vitest(['run', 'inline', '-u'], { PLAN: 'changed' }))
  expect(project.read('inline.test.ts')).not.toContain('unit_convert')
  passes(await project.vitest(['run', 'inline'], { PLAN: 'changed' }))
})

describe('file snapshots', () => {
  const traces = (project: Project) => filesIn(join(project.dir, '__traces__'))
  const contents = (project: Project) =>
    Object.fromEntries(traces(project).map((file) => [file, project.read(`__traces__/${file}`)]))

  it('are one file a task, beside the test', async () => {
    const project = await written('files')
    expect(traces(project)).toEqual(FILES)
    expect(project.read('__traces__/report_Oslo.txt')).toBe(TREE('Oslo'))
    expect(project.read('own/quito.txt')).toMatch(
      /\nanswer: "\.\.\. <unit_convert\.converted_value> \.\.\."\n$/,
    )
    passes(await project.vitest(['run', 'files'], { SEED: '8' }))

    rmSync(join(project.dir, '__traces__/report_Oslo.txt'))
    const changed = await project.vitest(['run', 'files', '-t', 'Oslo|Turku'], { PLAN: 'changed' })
    expect(changed.exitCode).toBe(1)
    expect(changed.stderr).toContain('The snapshot is missing, and CI does not write snapshots.')
    expect(changed.stderr).toMatch(/^\+ └─ send_email/m)
  })

  it('survive shards that update: none touches the files of another', async () => {
    const whole = await written('files')
    const project = projectOf('snapshots')
    for (const shard of ['1/2', '2/2', '1/2']) {
      passes(await project.vitest(['run', 'files', '-u', `--shard=${shard}`]))
    }
    expect(contents(project)).toEqual(contents(whole))

    passes(await project.vitest(['run', 'files', '-u', '--shard=1/2'], { PLAN: 'changed' }))
    const renewed = Object.values(contents(project)).filter((text) => !text.includes('unit_convert'))
    expect(traces(project)).toEqual(FILES)
    expect([2, 3]).toContain(renewed.length)
    passes(await project.vitest(['run', 'files', '-u', '--shard=2/2'], { PLAN: 'changed' }))
    expect(Object.values(contents(project)).join('')).not.toContain('unit_convert')
  })

  it('refuse to share a file within a test file', async () => {
    const project = projectOf('snapshots')
    const source = project
      .read('files-south.test.ts')
      .replace("{ answer: true }, 'own/quito.txt'", '{ answer: true }')
    project.write('files-south.test.ts', source)
    const { exitCode, stderr } = await project.vitest(['run', 'files-south', '-u'])
    expect(exitCode).toBe(1)
    expect(stderr).toContain(
      '__traces__/report_Quito.txt already holds another snapshot of this test file, which differs. Pass another file name.',
    )
    const other = project.read('files-north.test.ts').replace("['Oslo',", "['Oslo', 'Oslo',")
    project.write('files-north.test.ts', other)
    passes(await project.vitest(['run', 'files-north', '-u']))
  })

  it('may be written again by a retry', async () => {
    const project = projectOf('snapshots', {
      'retry.test.ts': `import { test } from 'tracewright/fixtures'
let attempts = 0
test('flaky', { retry: 1 }, async ({ expect }) => {
  attempts += 1
  const call = { tool_name: 'own', arguments: { attempts: 'number ' + attempts } }
  await expect({ task_id: 'flaky', calls: [call] }).toMatchTraceFileSnapshot()
  expect(attempts).toBe(2)
})
`,
    })
    passes(await project.vitest(['run', 'retry', '-u']))
    // Vitest writes what both attempts gave, at once; which of the two stays is left to the file system.
    expect(project.read('__traces__/flaky.txt')).toMatch(/^own attempts="number [12]"\n$/)
  })
})
