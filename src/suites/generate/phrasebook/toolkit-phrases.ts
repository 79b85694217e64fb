import { isEntityId, SEMANTIC_KEY } from '../../../schema/semantic.ts'
import { definePhrases, type Phrases } from '../../../tools/builtin/phrases.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import { simulatorsOfToolkit } from '../../../tools/imported/simulate/simulators.ts'
import type { ImportedTool, Toolkit } from '../../../tools/imported/toolkit.ts'
import { drawImportedArguments } from './toolkit/arguments.ts'
import { asksFor } from './toolkit/asks.ts'
import { KnownThings } from './toolkit/known-things.ts'
import { statedParameters } from './toolkit/parameters.ts'
import { answersOf, spokenOutputs } from './toolkit/results.ts'

/** How requests speak of one tool, about the things that every world holds; undefined where nobody would ask for it. */
function phrasesOf(tool: ImportedTool, simulator: Simulator, known: KnownThings): Phrases | undefined {
  const parameters = statedParameters(tool, simulator, known)
  const asks = parameters === undefined ? undefined : asksFor(tool, parameters, known)
  if (parameters === undefined || asks === undefined) return undefined
  const outputs = spokenOutputs(tool, simulator, parameters, known)
  const answers = tool.effect === 'read' ? answersOf(outputs) : []
  if (tool.effect === 'read' && answers.length === 0) return undefined
  const wordings = Object.fromEntries(
    parameters.flatMap(({ name, schema }) => {
      const meaning = schema[SEMANTIC_KEY]
      if (!isEntityId(meaning) || (tool.kind === 'create' && meaning === `id:${tool.entity}`)) return []
      return [[name, known.wordingsOf(tool, name, meaning.slice(3))]]
    }),
  )
  return definePhrases({
    tool: tool.name,
    draw: (rng) => drawImportedArguments(tool, parameters, known, rng),
    asks,
    outputs,
    answers,
    wordings,
  })
}

/** How requests speak of the tools of a toolkit that a person would ask for; of the others there are no phrases. */
export function toolkitPhrases(toolkit: Toolkit): Phrases[] {
  const known = new KnownThings(toolkit)
  const simulators = new Map(simulatorsOfToolkit(toolkit).map((one) => [one.name, one]))
  return toolkit.tools.flatMap((tool) => phrasesOf(tool, simulators.get(tool.name) as Simulator, known) ?? [])
}
