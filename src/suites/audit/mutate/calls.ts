import { listSources } from '../../../schema/binding.ts'
import { asksForLine } from '../../../scoring/answers/line.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import { executeTool } from '../../../tools/execute.ts'
import { drawRandomArguments } from '../../calibration/random-arguments.ts'
import { quoteValue } from '../quote-value.ts'
import type { AuditSubject } from '../subject.ts'
import { createRequiredBefore } from './equivalent.ts'
import { buildMutantOfMoves, type Mutant, type Operator } from './operator.ts'
import { movesOf, putInTurns } from './script.ts'

/** A step is left out; what it would have given is said all the same. */
export const drop: Operator = ({ subject: { task } }) => {
  const moves = movesOf(task)
  return moves.map(({ step, tool }) => {
    const others = moves.filter((move) => move.step !== step)
    return buildMutantOfMoves(task, others, `${step} (${tool}) is not called`)
  })
}

/** A consumer is called before its producer, or at once with it, with the value that the producer will give. */
export const mutateToReversedEdge: Operator = ({ subject: { task } }) => {
  const moves = movesOf(task)
  const before = createRequiredBefore(task)
  return task.expected_trace.steps.flatMap((step) =>
    before(step).flatMap((producer): Mutant[] => {
      const consumer = moves.find((move) => move.step === step.step_id)
      if (consumer === undefined) return []
      const rest = moves.filter((move) => move !== consumer)
      const at = rest.findIndex((move) => move.step === producer)
      if (at < 0) return []
      const turns = putInTurns(rest)
      turns[at]?.push(consumer)
      const atOnce = `${step.step_id} is called in one turn with ${producer}`
      return [
        buildMutantOfMoves(
          task,
          rest.toSpliced(at, 0, consumer),
          `${step.step_id} is called before ${producer}`,
        ),
        { ...buildMutantOfMoves(task, rest, atOnce), turns },
      ]
    }),
  )
}

const ATTEMPTS = 5

const isWrite = ({ effect }: Simulator): boolean => effect !== 'read'

/** Arguments with which a tool changes a world; undefined where none were found. */
function drawCommittingArguments(tool: Simulator, subject: AuditSubject, rng: Rng): JsonObject | undefined {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const args = drawRandomArguments(tool, rng)
    if (executeTool(tool, args, subject.openWorld()).committed) return args
  }
  return undefined
}

/** One committed effect more: by each tool on offer that writes, or by any tool where none does. */
export const mutateWithExtraWrite: Operator = ({ subject, rng }) => {
  const offered = subject.offered.filter(isWrite)
  const others = [...subject.registry.values()].filter(isWrite)
  const tools = offered.length > 0 || others.length === 0 ? offered : [rng.pick(others)]
  const moves = movesOf(subject.task)
  return tools.flatMap((tool) => {
    const args = drawCommittingArguments(tool, subject, rng)
    if (args === undefined) return []
    const at = rng.int(0, moves.length)
    const more = moves.toSpliced(at, 0, { tool: tool.name, arguments: { $literal: args } })
    return buildMutantOfMoves(subject.task, more, `${tool.name} is called as well, with ${quoteValue(args)}`)
  })
}

/**
 * A write is made twice: at once, and after all other calls. One that may be repeated is spoilt only where another write
 * comes in between.
 */
export const mutateToDuplicate: Operator = ({ subject: { task, registry } }) => {
  const moves = movesOf(task)
  const readEffect = (tool: string) => registry.get(tool)?.effect ?? 'write'
  return moves.flatMap((move, i): Mutant[] => {
    const effect = readEffect(move.tool)
    if (effect === 'read') return []
    const after = moves.slice(i + 1)
    const { step, ...again } = move
    const name = `${step} (${move.tool})`
    const atOnce = buildMutantOfMoves(
      task,
      moves.toSpliced(i + 1, 0, again),
      `${name} is called twice in a row`,
    )
    const atEnd = buildMutantOfMoves(task, [...moves, again], `${name} is called again at the end`)
    if (effect === 'idempotent-write')
      return after.some(({ tool }) => readEffect(tool) !== 'read') ? [atEnd] : []
    return after.length === 0 ? [atOnce] : [atOnce, atEnd]
  })
}

export const mutateToDroppedLine: Operator = ({ subject: { task } }) => {
  const { expected_final_answer: answer } = task
  if (answer === undefined || listSources(answer).length === 0 || !asksForLine(task)) return []
  return [{ ...buildMutantOfMoves(task, movesOf(task), 'the answer line is left out'), answer: undefined }]
}
