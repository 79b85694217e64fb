import { openWorld } from '../../../scoring/expand.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import { executeTool } from '../../../tools/execute.ts'
import { randomArguments } from '../../calibration/random-arguments.ts'
import { quoteValue } from '../quote-value.ts'
import type { AuditSubject } from '../subject.ts'
import { type Operator, withMoves } from './operator.ts'
import { movesOf } from './script.ts'

const ATTEMPTS = 5

const isWrite = ({ effect }: Simulator): boolean => effect !== 'read'

/** Arguments with which a tool changes a world; undefined where none were found. */
function committing(
  tool: Simulator,
  { task, registry, seed }: AuditSubject,
  rng: Rng,
): JsonObject | undefined {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const args = randomArguments(tool, rng)
    if (executeTool(tool, args, openWorld(task, seed, registry)).committed) return args
  }
  return undefined
}

/** One committed effect more: by each tool on offer that writes, or by any tool where none does. */
export const extraWrite: Operator = {
  name: 'extra-write',
  mutants({ subject, rng }) {
    const { task, registry } = subject
    const offered = subject.offered.filter(isWrite)
    const strangers = [...registry.values()].filter(isWrite)
    const tools = offered.length > 0 || strangers.length === 0 ? offered : [rng.pick(strangers)]
    const moves = movesOf(task)
    return tools.flatMap((tool) => {
      const args = committing(tool, subject, rng)
      if (args === undefined) return []
      const at = rng.int(0, moves.length)
      const more = moves.toSpliced(at, 0, { tool: tool.name, arguments: { $literal: args } })
      return [withMoves(task, more, `${tool.name} is called as well, with ${quoteValue(args)}`)]
    })
  },
}
