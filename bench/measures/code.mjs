/** 200 plain tasks as functions beside the same as JSON Lines, the same scripted agent: CPU of whole runs, pairs in turn. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { computeMedian, computeMedianRatio } from '../support/cpu.mjs'
import { mustPass, project, root } from '../support/project.mjs'
import { listRunners, writeJob } from './runners.mjs'

const formatSeconds = (seconds) => `${seconds.toFixed(2)} s`

/** @returns Rows of the table */
export async function measure({ rounds: wanted = 5 } = {}) {
  const { tasks, scripts } = await writeJob()
  const suite = tasks.map((task) => JSON.stringify(task)).join('\n')
  const { files } = listRunners(scripts, suite, []).find(({ name }) => name === 'tracewright, direct')
  const json = project('code-json', files)
  const { 'job.suite.jsonl': _, ...others } = files
  const printed = execFileSync(process.execPath, [join(root, 'dist/cli.js'), 'show', 'job.suite.jsonl'], {
    ...{ cwd: json, encoding: 'utf8', maxBuffer: 2 ** 26 },
  })
  const code = project('code-code', { ...others, 'job.suite.ts': printed })
  const rounds = []
  for (let i = 0; i < wanted; i++) {
    const [one, other] = [await mustPass(code), await mustPass(json)]
    rounds.push({ code: one.cpu, json: other.cpu, codeWall: one.seconds, jsonWall: other.seconds })
  }
  const medianOf = (key) => computeMedian(rounds.map((round) => round[key]))
  return {
    rows: [
      {
        work: `${tasks.length} tasks as code beside JSON Lines, CPU of whole runs`,
        ours: formatSeconds(medianOf('code')),
        anchor: formatSeconds(medianOf('json')),
        ratio: computeMedianRatio(rounds, 'code', 'json'),
        goal: 1.5,
        guard: 'run',
      },
      {
        work: 'one task of these: wall time of the whole runs, less JSON Lines',
        ours: `${((1000 * (medianOf('codeWall') - medianOf('jsonWall'))) / tasks.length).toFixed(1)} ms`,
        anchor: '5 ms',
        ratio: (200 * (medianOf('codeWall') - medianOf('jsonWall'))) / tasks.length,
        goal: 1,
      },
    ],
  }
}
