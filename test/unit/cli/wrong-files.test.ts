import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { addBaseline } from '../../../src/cli/commands/baseline.ts'
import { addDiff } from '../../../src/cli/commands/diff.ts'
import { addLeaderboard } from '../../../src/cli/commands/leaderboard.ts'
import { addReport } from '../../../src/cli/commands/report.ts'
import { addScore } from '../../../src/cli/commands/score.ts'
import { addServe } from '../../../src/cli/commands/serve/index.ts'
import { addSimulate } from '../../../src/cli/commands/simulate.ts'
import { addTools } from '../../../src/cli/commands/tools.ts'
import { openModel } from '../../../src/cli/model-options.ts'
import { buildRun } from '../../../src/run/model.ts'
import { describeThrown, TracewrightError } from '../../../src/shared/errors.ts'
import { attemptOf, scoredCase } from './cases.ts'

const folder = mkdtempSync(join(tmpdir(), 'tracewright-wrong-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

const at = (name: string): string => join(folder, name)
mkdirSync(at('adir'))
mkdirSync(at('adir.json'))
symlinkSync(at('loop.json'), at('loop.json'))
writeFileSync(at('empty.json'), '')
writeFileSync(at('binary.json'), Buffer.from([0x1f, 0x8b, 0, 0xff, 0xfe, 10, 0]))
writeFileSync(at('shape.md'), '# Notes\n')
writeFileSync(at('other.json'), '{"name":"app"}')
writeFileSync(at('other.toolkit.json'), '{"name":"app"}')
writeFileSync(at('shape.json'), '{"format":"tracewright/run@1"}')
const run = buildRun({
  ...{ id: 'r1', mode: 'score', suites: 'some', scope: 'whole', failed: false, traces: [], errors: [] },
  cases: [scoredCase(0, [attemptOf(0, true, 0)])],
})
writeFileSync(at('run.json'), JSON.stringify(run))
writeFileSync(at('none.json'), JSON.stringify({ ...run, cases: [] }))

/** What a call of the command line is refused with. */
async function refusal(args: readonly string[]): Promise<string> {
  const program = new Command().exitOverride()
  for (const add of [
    addDiff,
    addLeaderboard,
    addBaseline,
    addReport,
    addScore,
    addServe,
    addSimulate,
    addTools,
  ])
    add(program)
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  try {
    await program.parseAsync([...args], { from: 'user' })
    return 'it was not refused'
  } catch (error) {
    expect(error).toBeInstanceOf(TracewrightError)
    return describeThrown(error).replaceAll(`${folder}/`, '')
  } finally {
    vi.restoreAllMocks()
  }
}

/** Commands whose words with a dot or an end in "dir" are files of the folder, and what they are refused with. */
describe('a wrong file is refused by its name, in a line that says what to do', () => {
  it.each<[string, RegExp]>([
    [
      'diff adir adir',
      /^Failed to read the run adir: it is a folder\. Run `vitest run` first, or name its run\.json\.$/,
    ],
    ['diff no.json no.json', /run no\.json: no such file.* or name its run\.json\.$/],
    ['diff loop.json run.json', /run loop\.json: its symbolic links form a cycle/],
    ['diff empty.json run.json', /run empty\.json: not JSON/],
    ['leaderboard binary.json', /run binary\.json: not JSON/],
    ['leaderboard shape.json', /run shape\.json: id: /],
    ['leaderboard adir', /run adir: it is a folder/],
    [
      'baseline show --baseline adir',
      /^Failed to read the baseline adir: it is a folder\. Name the file of a baseline by --baseline\.$/,
    ],
    ['baseline show --baseline loop.json', /baseline loop\.json: its symbolic links form a cycle/],
    ['baseline show --baseline no.json', /baseline no\.json: the file is missing/],
    ['baseline show --baseline empty.json', /baseline empty\.json: it is not JSON/],
    ['baseline update run.json --baseline adir', /baseline adir: it is a folder/],
    ['baseline update adir --baseline l.json', /run adir: it is a folder.* or name its run\.json\.$/],
    ['baseline update none.json --baseline l.json', /it has no cases\. Run the suite again\.$/],
    [
      'baseline update run.json --project x --baseline l.json',
      /Invalid --project x: the run has no projects\. Leave out --project\.$/,
    ],
    [
      'report no.json',
      /^Failed to read no\.json: the file is missing\. Name the run\.json of a run, or a suite\.$/,
    ],
    [
      'report shape.md',
      /^Failed to report shape\.md: it is neither the run\.json of a run nor a suite \(\*\.suite\.ts, \*\.suite\.jsonl\)\. Name one/,
    ],
    ['report other.json', /^Failed to report other\.json: it is neither the run\.json of a run nor a suite/],
    ['simulate get_weather --args {', /^Failed to read --args: it is not JSON: .* Write a JSON object/],
    [
      'tools --simulators other.toolkit.json',
      /^Failed to read toolkit other\.toolkit\.json: it is JSON, but not a toolkit: .* Write it by `npx tracewright import`\.$/,
    ],
    ['score adir run.json', /suite .*adir: it is a folder\. Name the file of a suite\.$/],
    ['score no.dir run.json', /suite .*no\.dir: no such file\. Name the file of a suite\.$/],
    ['simulate --calls no.jsonl', /calls .*no\.jsonl: no such file\. Correct the file or its path\.$/],
    ['serve --http 0 --suite no.dir', /suite .*no\.dir: no such file\. Name the file of a suite\.$/],
  ])('%s', async (command, message) => {
    const said = await refusal(command.split(' ').map((word) => (/\.|dir$/.test(word) ? at(word) : word)))
    expect(said).toMatch(message)
    expect(said).not.toMatch(/EISDIR|ENOENT|ELOOP|\n/)
  })
})

it('a report of a folder that ends as a run does says so', async () => {
  expect(await refusal(['report', at('adir.json')])).toMatch(/adir\.json: it is a folder/)
})

it.each([
  ['{"model":"openai:x","maxCost":1}', '"maxCost" requires "prices", a table of prices.'],
  ['{"model":"model.mjs","options":{}}', '"options" require a model by name, and model.mjs is a module.'],
  ['{"model":"openai:x","max":1}', 'Its fields are model, options, prices, maxCalls'],
  ['{"model":"openai:x","maxCalls":-1}', 'maxCalls'],
  ['{', 'not JSON'],
  [at('none-there.json'), 'Failed to read the model'],
])('the model %s is refused', async (model, message) => {
  await expect(openModel({ model })).rejects.toThrow(message)
})

it('a command without a model, and one with placeholders, asks none', async () => {
  await expect(openModel({})).resolves.toBeUndefined()
  await expect(openModel({ model: 'placeholders' })).resolves.toBeUndefined()
})
