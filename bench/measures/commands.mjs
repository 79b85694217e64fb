/** What a person waits for in this repository: the example as a user runs it, and the tests. CPU of all processes. */
import { computeMedian } from '../support/cpu.mjs'
import { measureSeconds } from '../support/project.mjs'

/** Each with its goal in seconds of wall time. */
const COMMANDS = [
  { name: 'npm run example', command: ['npm', 'run', '--silent', 'example'], goal: 25 },
  { name: 'npm test', command: ['npm', 'test'], goal: 90 },
]

/** @returns Rows of the table */
export async function measure({ rounds: wanted = 1 } = {}) {
  const rows = []
  for (const { name, command, goal } of COMMANDS) {
    const rounds = []
    for (let i = 0; i < wanted; i++) rounds.push(await measureSeconds(...command))
    const measureMedian = (key) => computeMedian(rounds.map((round) => round[key]))
    rows.push({
      work: `\`${name}\`, CPU and wall time, wall beside the goal`,
      ours: `${measureMedian('cpu').toFixed(0)} s, ${measureMedian('wall').toFixed(0)} s`,
      anchor: `${goal} s`,
      ratio: measureMedian('wall') / goal,
      goal: 1,
    })
  }
  return { rows }
}
