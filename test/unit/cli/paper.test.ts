import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { addJsonOption } from '../../../src/cli/add-named.ts'
import { addPaper } from '../../../src/cli/commands/paper.ts'
import { renderCsv, renderLatex } from '../../../src/report/paper/render.ts'
import { buildRun } from '../../../src/run/model.ts'
import type { Case } from '../../../src/schema/run.ts'
import { LEVELS, type Level } from '../../../src/schema/task.ts'
import { describeThrown } from '../../../src/shared/errors.ts'
import { runCommand } from '../../support/run-command.ts'
import { scoreFor } from '../../support/score.ts'

const folder = mkdtempSync(join(tmpdir(), 'tracewright-paper-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string): string => join(folder, name)

/** Writes a run on eight tasks, two a level; `1` is solved, `x` errored. */
function writeRun(agent: string, outcomes: string, tokens?: number): string {
  const cases = [...outcomes].map((outcome, i): Case => {
    const level = LEVELS[Math.floor(i / 2)] as Level
    const task_id = `t${i}`
    const cause =
      outcome === '1' ? {} : ({ cause: level === 'L0_node' ? 'wrong-tool' : 'missing-call' } as const)
    const score = scoreFor({ task_id, level }, outcome === '1', { pattern: `kind-${i % 2}`, ...cause })
    const usage =
      tokens === undefined ? {} : { usage: { input_tokens: tokens, output_tokens: 10, model_calls: 1 } }
    if (outcome === 'x')
      return { suite: 'a.suite.jsonl', line: i + 1, task_id, level, outcome: 'errored', agent, seed: 7 }
    return {
      ...{ suite: 'a.suite.jsonl', line: i + 1, task_id, level, outcome: 'scored', agent, seed: 7, score },
      attempts: [
        { attempt: 0, outcome: 'scored', seed: 7, calls: 1, score, models: [`lab:${agent}`], ...usage },
      ],
    }
  })
  const run = buildRun({
    ...{ id: `run-${agent}`, mode: 'score', suites: 'a', scope: 'whole', failed: false, traces: [] },
    ...{ errors: [], cases, commit: '0123456789abcdef', groups: { '': agent === 'best' ? 'big' : 'small' } },
  })
  writeFileSync(at(`${agent}.json`), JSON.stringify(run))
  return at(`${agent}.json`)
}

async function paper(...args: string[]): Promise<string> {
  const program = new Command('tracewright').version('9.9.9').exitOverride()
  addJsonOption(addPaper(program))
  let printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  try {
    await program.parseAsync(['paper', ...args], { from: 'user' })
  } finally {
    vi.restoreAllMocks()
  }
  return printed
}

const refusal = (...args: string[]): Promise<string> =>
  paper(...args, '--out', at('never')).then(() => 'it was not refused', describeThrown)

/** A document of `synth` with something of each exhibit. */
const SYNTH = {
  kept: [],
  sweep: [
    { tau: 0.8, kept: 90, exact: 2, similar: 8, dropped: 0.1, components: 3 },
    { tau: 0.9, kept: 96, exact: 2, similar: 2, dropped: 0.04, components: 1 },
  ],
  levels: [
    { same: 'task', pairs: 9, mean: 0.7, sd: 0.1, median: 0.7, p99: 0.9 },
    { same: 'nothing', pairs: 90, mean: 0.3, sd: 0.1, median: 0.3, p99: 0.5 },
  ],
  simulator: {
    new_input: { value: 0.5, hits: 1, cases: 2, low: 0.1, high: 0.9 },
    known_input: null,
    all: { value: 0.5, hits: 1, cases: 2, low: 0.1, high: 0.9 },
  },
  tools_by_errors: [5, 3, 1],
  judge: { true_positive: 40, false_negative: 2, false_positive: 0, true_negative: 8, accuracy: null },
}

const RUNS = [
  writeRun('best', '10111111', 500),
  writeRun('a_b & c', '00111000', 90),
  writeRun('bare', '00000000'),
]
const readOut = (out: string, name: string): string => readFileSync(join(at(out), name), 'utf8')

describe('paper', () => {
  it('writes tables and plots of all that the input has data for', async () => {
    writeFileSync(at('synth.json'), JSON.stringify(SYNTH))
    writeFileSync(
      at('cal.json'),
      JSON.stringify({
        agents: [
          { name: 'oracle', scorer: 'causal', solved: 1, overall: 1 },
          { name: 'idle', scorer: 'causal', solved: 0, overall: 0 },
          { name: 'idle', scorer: 'published', solved: null, overall: 0.03 },
        ],
      }),
    )
    const args = [...RUNS, '--published', '--synth', at('synth.json'), '--calibration', at('cal.json')]
    const printed = await paper(...args, '--out', at('all'), '--json')
    const { files, left_out } = JSON.parse(printed)
    expect(left_out).toEqual([])
    const both = [
      'causes',
      'cost',
      'diagnostics',
      'gaps',
      'judge',
      'levels',
      'overview',
      'patterns',
      'published',
    ]
    const tables = [...both, 'pairs', 'similarity', 'simulator', 'sweep', 'wrong-responses']
    const plots = tables
      .filter((name) => name !== 'pairs' && name !== 'simulator')
      .concat('degradation', 'gap-by-single-calls', 'level-map')
    expect(readdirSync(at('all')).sort()).toEqual([...files].sort())
    expect(files.filter((name: string) => name.endsWith('.svg')).sort()).toEqual(
      plots.map((name) => `${name}.svg`).sort(),
    )
    for (const name of plots) expect(readOut('all', `${name}.svg`)).toMatch(/^<svg .*<\/svg>$/s)
    for (const name of tables) {
      expect(parse(readOut('all', `${name}.csv`)).length).toBeGreaterThan(1)
      expect(readOut('all', `${name}.tex`)).toContain(`\\label{tab:${name}}`)
    }
    expect(readOut('all', 'levels.svg')).toMatch(
      /Baselines: idle 0\.0 %; ceiling: oracle 100\.0 %\..*seeds 7;.*9\.9\.9/s,
    )

    await paper(...args, '--out', at('again'))
    for (const name of files) expect(readOut('again', name)).toBe(readOut('all', name))
  })

  it('prints the numbers of the leaderboard', () => {
    const levels = parse(readOut('all', 'levels.csv'), { columns: true }) as Record<string, string>[]
    expect(levels.map(({ agent, solved }) => [agent, solved])).toEqual([
      ['best', '87.5'],
      ['a_b & c', '37.5'],
      ['bare', '0'],
      ['mean of all', expect.stringMatching(/^41\.6/)],
      ['mean of big', '87.5'],
      ['mean of small', '18.75'],
    ])
    expect(levels[0]).toMatchObject({ tasks: '8', L0: '50', L3: '100' })
    expect(Number(levels[0]?.L0_low)).toBeLessThan(50)
    expect(readOut('all', 'overview.csv')).toContain('level,tasks,solved\r\nL0,2,16.66')
    const causes = parse(readOut('all', 'causes.csv'), { columns: true }) as Record<string, string>[]
    expect(causes.map(({ agent, cause, tasks, share }) => [agent, cause, tasks, share])).toEqual([
      ['best', 'wrong-tool', '1', '12.5'],
      ['a_b & c', 'missing-call', '3', '37.5'],
      ['a_b & c', 'wrong-tool', '2', '25'],
      ['bare', 'missing-call', '6', '75'],
      ['bare', 'wrong-tool', '2', '25'],
    ])
    const gaps = parse(readOut('all', 'gaps.csv'), { columns: true }) as Record<string, string>[]
    expect(gaps[0]).toMatchObject({ L0: '50', L0_L1: '-50', selection_gap: '50', dagger: '†' })
    expect(gaps[2]).toMatchObject({ selection_gap: '0', dagger: '' })
    expect(readOut('all', 'gaps.svg').match(/>†</g)).toHaveLength(2)
    const cost = parse(readOut('all', 'cost.csv'), { columns: true }) as Record<string, string>[]
    expect(cost.map(({ agent, cost }) => [agent, cost])).toEqual([
      ['best', '510'],
      ['a_b & c', '100'],
    ])
    expect(readOut('all', 'cost.tex')).toContain('their cost is unknown: bare.')
    expect(readOut('all', 'patterns.csv')).toContain('L1 kind-0,a_b & c,1,100')
    expect(readOut('all', 'published.csv').match(/†/g)).toHaveLength(20)
    expect(readOut('all', 'simulator.csv')).toContain('new input,2,50,10,90\r\nall,')
    expect(readOut('all', 'judge.csv')).toBe('rules,correct,wrong\r\ncorrect,40,2\r\nwrong,0,8\r\n')
  })

  it('counts a task without a verdict among the errors, as the leaderboard does', async () => {
    await paper(writeRun('torn', '11x11110'), '--out', at('torn'), '--no-plots')
    expect(readOut('torn', 'causes.csv')).toMatch(/errored,1,12\.5\r\n/)
    expect(readOut('torn', 'causes.csv')).toMatch(/missing-call,1,12\.5\r\n/)
    expect(readOut('torn', 'levels.csv')).toContain('torn,8,75,')
    expect(readOut('torn', 'causes.tex')).not.toContain('Every task was solved')
    await paper(at('torn.json'), writeRun('whole', '11111111'), '--out', at('whole'), '--no-plots')
    expect(readOut('whole', 'causes.tex')).toContain('Every task was solved by whole.')
  })

  it('escapes what LaTeX and CSV would read as their own', () => {
    const exhibit = {
      ...{ name: 'levels' as const, title: '50 % of $x_1$', note: 'a\\b ~ ^ {c} #1', needs: '' },
      columns: [
        { key: 'agent', title: 'agent' },
        { key: 'n', title: 'n', digits: 2, interval: ['lo', 'hi'] as const },
        { key: 'p', title: 'p', digits: 4, least: true },
      ],
      rows: [
        { agent: 'a,"b" & c', n: -0.001, lo: 1, hi: 2, p: 0.00002 },
        { agent: 'd', p: 0 },
      ],
    }
    const tex = renderLatex(exhibit, '')
    expect(tex).toContain(
      '50 \\% of \\$x\\_1\\$. a\\textbackslash{}b \\textasciitilde{} \\textasciicircum{} \\{c\\} \\#1',
    )
    expect(tex).toContain('a,"b" \\& c & 0.00 [1.00, 2.00] & \\textless{} 0.0001 \\\\')
    expect(renderCsv(exhibit)).toBe('agent,n,lo,hi,p\r\n"a,""b"" & c",-0.001,1,2,0.00002\r\nd,,,,0\r\n')
  })

  it('has the tables that the leaderboard prints', async () => {
    const text = await runCommand('leaderboard', ...RUNS, '--published')
    expect(text).toMatch(/best +│ +8 │ +87\.5 \[52\.\d, 97\.\d\] │.*mean of small +│ +│ +18\.8 /s)
    expect(text).toMatch(/What composing costs\..*best +│ +50\.0 │ +-50\.0 │.*│ +50\.0 │ †/s)
    expect(text).toMatch(/All pairs of agents\..*best +│ a_b & c +│ +50\.0 \[/s)
    expect(text.match(/, (?:cloud|local)\)/g)).toHaveLength(18)
    expect(await runCommand('leaderboard', RUNS[2] as string)).not.toContain('All pairs')
  })

  it('names what it leaves out, with what gives it', async () => {
    const printed = await paper(RUNS[2] as string, '--out', at('few'), '--no-plots')
    expect(printed).toContain('left out: pairs needs runs of two agents or more')
    expect(printed).toContain('left out: cost needs an agent whose requests to models state their tokens')
    expect(printed).toMatch(/left out: sweep needs .*`tracewright synth dedupe --sweep/)
    expect(readdirSync(at('few')).some((name) => name.endsWith('.svg'))).toBe(false)
    expect(readOut('few', 'README.md')).toContain('- published needs --published')
    expect(readOut('few', 'levels.tex')).toContain('Baselines and ceiling: not measured.')
  })

  it('refuses what it cannot show, and writes nothing', async () => {
    writeFileSync(at('other.json'), '{"x":1}')
    writeFileSync(at('broken.json'), '{')
    writeFileSync(at('file'), '')
    expect(await refusal()).toMatch(/nothing to show\. Name the run\.json of a run, or a file by --synth\.$/)
    expect(await refusal(RUNS[0] as string, RUNS[0] as string)).toMatch(/two agents have the same name/)
    expect(await refusal('--synth', at('other.json'))).toMatch(
      /neither "sweep", "levels" nor "tools_by_errors"/,
    )
    expect(await refusal('--synth', at('broken.json'))).toMatch(
      /broken\.json: .*Write it with `tracewright synth/,
    )
    expect(await refusal('--synth', at('synth.json'), '--synth', at('synth.json'))).toMatch(
      /Invalid --synth: two files have data for sweep/,
    )
    expect(await refusal(RUNS[0] as string, '--calibration', at('none.json'))).toMatch(
      /none\.json: no such file/,
    )
    expect(existsSync(at('never'))).toBe(false)
    await expect(paper(RUNS[2] as string, '--no-plots', '--out', at('file'))).rejects.toThrow(
      /^Failed to write .*file.*Check the path\.$/,
    )
  })
})

it('says what to install where Vega is missing', async () => {
  vi.doMock('vega', () => {
    throw new Error("Cannot find package 'vega'")
  })
  vi.resetModules()
  expect(await refusal(RUNS[2] as string)).toMatch(
    /Failed to load plots, which --no-plots leaves out: .*run `npm install vega vega-lite`/s,
  )
  vi.doUnmock('vega')
})
