import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createProject, listFiles, type Project } from '../support/run-vitest.ts'

const SNAP = '__snapshots__/stored.test.ts.snap'
const TREE = (city: string) => `get_weather city="Lima"
get_weather#2 city="${city}"
  unit_convert value=<get_weather#2.temperature_celsius> from_unit="celsius" to_unit="fahrenheit"
    send_email to="ana@example.com" subject="${city}" body="... <unit_convert.converted_value> ..."
`
const FILES = ['Bergen', 'Oslo', 'Perth', 'Quito', 'Turku'].map((city) => `report_${city}.txt`)

const traces = (project: Project) => listFiles(join(project.dir, '__traces__'))
const contents = (project: Project) =>
  Object.fromEntries(traces(project).map((file) => [file, project.read(`__traces__/${file}`)]))

describe('snapshots in a store, in the test and in files', () => {
  let project: Project
  beforeAll(() => {
    project = createProject('snapshots')
  })
  const all = () => [project.read(SNAP), project.read('inline.test.ts'), contents(project)]

  it('are missed in CI, which writes none', async () => {
    const source = project.read('inline.test.ts')
    const { stderr } = await project.exits(1)
    expect(stderr.match(/The snapshot is missing, and CI does not write snapshots\./g)?.length).toBe(12)
    expect(existsSync(join(project.dir, SNAP))).toBe(false)
    expect(project.read('inline.test.ts')).toBe(source)
    expect(traces(project)).toEqual([])
  })

  it('are written on demand', async () => {
    await project.exits(0, ['run'], { CI: '' })
    const snapshots = project.read(SNAP)
    expect(snapshots.match(/^exports/gm)).toHaveLength(12)
    expect(snapshots).toContain(`exports[\`stored > reports Oslo 1\`] = \`\n${TREE('Oslo')}\`;`)
    expect(snapshots).toContain(
      `exports[\`stored > reports Oslo > with its answer 1\`] = \`\n${TREE('Oslo')}answer: `,
    )
    const source = project.read('inline.test.ts')
    const indented = (city: string) => TREE(city).trimEnd().replaceAll(/^/gm, '      ')
    expect(source).toContain(`toMatchTraceInlineSnapshot(\`\n${indented('Oslo')}\n    \`)`)
    expect(source).toContain(`resolves.toMatchTraceInlineSnapshot(\`\n${indented('Rome')}\n    \`)`)
    expect(source).toMatch(/toMatchTraceInlineSnapshot\(\{ answer: true \}, `[^`]*answer: "[^`]*`\)/)
    expect(traces(project)).toEqual(FILES)
    expect(project.read('__traces__/report_Oslo.txt')).toBe(TREE('Oslo'))
    expect(project.read('own/quito.txt')).toMatch(
      /\nanswer: "\.\.\. <unit_convert\.converted_value> \.\.\."\n$/,
    )
  })

  it('hold in every world and for every order of parallel calls', async () => {
    const before = all()
    await project.exits(0, ['run'], { SEED: '8' })
    expect(all()).toEqual(before)
  })

  it('show a changed plan', async () => {
    rmSync(join(project.dir, '__traces__/report_Oslo.txt'))
    const before = all()
    const { stderr } = await project.exits(1, ['run'], { PLAN: 'changed' })
    expect(stderr).toContain('Snapshot `stored > reports Oslo 1` mismatched')
    expect(stderr).toContain(
      "The agent's calls differ from the snapshot. If the new calls are right, run vitest -u.",
    )
    expect(stderr).toContain('\n-   unit_convert value=<get_weather#2.temperature_celsius>')
    expect(stderr).toContain('\n+   send_email')
    expect(stderr).toContain('expect(run).toMatchTraceInlineSnapshot()')
    expect(stderr).toContain('The snapshot is missing, and CI does not write snapshots.')
    expect(all()).toEqual(before)
  })

  it('are written anew with -u', async () => {
    await project.exits(0, ['run', '-u'], { PLAN: 'changed' })
    expect(JSON.stringify(all())).not.toContain('unit_convert')
  })

  it('are dropped with -u where they are obsolete', async () => {
    project.write('stored.test.ts', project.read('stored.test.ts').replace("'Rome', ", ''))
    const obsolete = await project.exits(0, ['run', 'stored'], { PLAN: 'changed', CI: '' })
    expect(obsolete.stdout).toContain('3 obsolete')
    await project.exits(0, ['run', 'stored', '-u'], { PLAN: 'changed' })
    expect(project.read(SNAP)).not.toContain('Rome')
    expect(project.read(SNAP)).toContain('Cairo')
  })
})

describe('file snapshots', () => {
  it('survive shards that update: none touches the files of another', async () => {
    const project = createProject('snapshots')
    for (const shard of ['1/2', '2/2']) await project.exits(0, ['run', 'files', '-u', `--shard=${shard}`])
    await project.exits(0, ['run', 'files', '-u', '--shard=1/2'], { PLAN: 'changed' })
    const renewed = Object.values(contents(project)).filter((text) => !text.includes('unit_convert'))
    expect(traces(project)).toEqual(FILES)
    expect([2, 3]).toContain(renewed.length)
    await project.exits(0, ['run', 'files', '-u', '--shard=2/2'], { PLAN: 'changed' })
    expect(Object.values(contents(project)).join('')).not.toContain('unit_convert')
  })

  it('refuse to share a file within a test file', async () => {
    const project = createProject('snapshots')
    const source = project
      .read('files-south.test.ts')
      .replace("{ answer: true }, 'own/quito.txt'", '{ answer: true }')
    project.write('files-south.test.ts', source)
    const { stderr } = await project.exits(1, ['run', 'files-south', '-u'])
    expect(stderr).toContain(
      '__traces__/report_Quito.txt already holds another snapshot of this test file, which differs. Pass another file name.',
    )
  })

  it('may be written again by a retry', async () => {
    const project = createProject('snapshots', {
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
    await project.exits(0, ['run', 'retry', '-u'])
    // Vitest writes what both attempts gave, at once; which of the two stays is left to the file system.
    expect(project.read('__traces__/flaky.txt')).toMatch(/^own attempts="number [12]"\n$/)
  })
})
