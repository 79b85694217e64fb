/**
 * Scores problems once each, as a run does, in a process of its own: `score-cold.mjs CONTESTANT SIZE COUNT`. Prints the
 * CPU milliseconds that scoring took; making the problems and importing are not counted.
 */
import { problem } from '../measures/scorer.mjs'
import { anchor } from './anchors.mjs'
import { spent } from './cpu.mjs'
import { core } from './project.mjs'

const [contestant, size, count] = process.argv.slice(2)
const tracewright = await core()
const problems = Array.from({ length: Number(count) }, (_, i) => problem(Number(size), tracewright, i))
const { scoreTrace, registry } = tracewright
const strict =
  contestant === 'strict' &&
  (await anchor('agentevals')).createTrajectoryMatchEvaluator({ trajectoryMatchMode: 'strict' })
const before = spent()
for (const { task, trace, messages } of problems) {
  const isRight = strict
    ? (await strict({ outputs: messages, referenceOutputs: messages })).score
    : scoreTrace(task, trace, registry).solved
  if (!isRight) throw new Error(`Failed to measure: ${contestant} does not accept the expected trace.`)
}
process.stdout.write(String((spent() - before) / 1000))
