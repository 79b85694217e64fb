/** What a person waits for in this repository: the example as a user runs it, and the tests. CPU of all processes. */
import { median } from '../support/cpu.mjs'
import { secondsOf } from '../support/project.mjs'

const COMMANDS = { 'npm run example': ['npm', 'run', '--silent', 'example'], 'npm test': ['npm', 'test'] }

/** @returns Rows of the table */
export async function measure({ rounds: wanted = 1 } = {}) {
  const rows = []
  for (const [name, command] of Object.entries(COMMANDS)) {
    const rounds = []
    for (let i = 0; i < wanted; i++) rounds.push(await secondsOf(...command))
    const of = (key) => `${median(rounds.map((round) => round[key])).toFixed(0)} s`
    rows.push({ work: `\`${name}\`, CPU and wall time`, ours: `${of('cpu')}, ${of('wall')}` })
  }
  return { rows }
}
