/**
 * Scores problems once each, as a run does, in a process of its own: `score-cold.mjs CONTESTANT SIZE COUNT`. Prints the
 * CPU milliseconds that scoring took; making the problems and importing are not counted.
 */
import { buildProblem } from '../measures/scorer.mjs'
import { importAnchor } from './anchors.mjs'
import { readCpuTime } from './cpu.mjs'
import { importCore } from './project.mjs'

const [contestant, size, count] = process.argv.slice(2)
const tracewright = await importCore()
const problems = Array.from({ length: Number(count) }, (_, i) => buildProblem(Number(size), tracewright, i))
const { scoreTrace, registry } = tracewright
const strict =
  contestant === 'strict' &&
  (await importAnchor('agentevals')).createTrajectoryMatchEvaluator({ trajectoryMatchMode: 'strict' })
const before = readCpuTime()
for (const { task, trace, messages } of problems) {
  const isRight = strict
    ? (await strict({ outputs: messages, referenceOutputs: messages })).score
    : scoreTrace(task, trace, registry).solved
  if (!isRight) throw new Error(`Failed to measure: ${contestant} does not accept the expected trace.`)
}
process.stdout.write(String((readCpuTime() - before) / 1000))
