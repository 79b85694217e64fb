import { bindingKey, type Calc, type From, type Pick, type Text } from '../../schema/binding.ts'
import type { Step, Task } from '../../schema/task.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { listed } from '../../tools/content/wording.ts'
import type { Registry } from '../../tools/registry.ts'
import { fillClause, mentionsOf } from '../generate/phrasebook/clause.ts'
import { mentionOf } from '../generate/phrasebook/mention.ts'
import { phrasesFor } from '../generate/phrasebook/phrases-for.ts'

const inWords = (pointer: string): string => pointer.replace(/[^\p{L}\p{N}]+/gu, ' ').trim() || 'whole result'

/** Spells out what the arguments of the steps of one task are to be. */
export class Speller {
  private readonly task: Task
  private readonly registry: Registry

  constructor(task: Task, registry: Registry) {
    this.task = task
    this.registry = registry
  }

  private get steps(): Step[] {
    return this.task.expected_trace.steps
  }

  private source({ $from, at, via = [] }: From): string {
    const place = this.steps.findIndex(({ step_id }) => step_id === $from) + 1
    const tool = this.steps[place - 1]?.tool_name ?? ''
    const name = phrasesFor(tool, this.registry)?.outputs[at] ?? inWords(at)
    const forms = via.map((step) => {
      if (step === 'json') return 'as JSON text'
      if (isObject(step as Json) && 'round' in (step as JsonObject)) {
        return `rounded to ${(step as { round: number }).round} decimals`
      }
      return `put through ${JSON.stringify(step)}`
    })
    return [`the ${name} from step ${place}`, ...forms].join(', ')
  }

  /** How a value that is expected is spoken of. */
  mention(value: Json): string {
    switch (bindingKey(value)) {
      case '$from':
        return this.source(value as From)
      case '$text':
        return `a text of your own that contains ${listed((value as Text).$text.filter((part) => typeof part !== 'string').map((part) => this.mention(part)))}`
      case '$calc': {
        const { $calc, of } = value as Calc
        const words = {
          max: 'largest',
          min: 'smallest',
          sum: 'sum',
          mean: 'mean',
          difference: 'difference',
          count: 'number',
        }
        return `the ${words[$calc]} of ${listed(of.map((item) => this.mention(item)))}`
      }
      case '$pick': {
        const { $pick, of, give } = value as Pick
        const which = $pick === 'max' ? 'largest' : 'smallest'
        return `whichever of ${listed(give.map((item) => this.mention(item)))} goes with the ${which} of ${listed(of.map((item) => this.mention(item)))}`
      }
      case '$literal':
        return mentionOf((value as { $literal: Json }).$literal)
      case '$unordered':
        return listed((value as { $unordered: Json[] }).$unordered.map((item) => this.mention(item)))
      default:
        break
    }
    if (Array.isArray(value) && value.some((item) => bindingKey(item) !== undefined)) {
      return listed(value.map((item) => this.mention(item)))
    }
    return mentionOf(value)
  }

  /** The request for one step; undefined where there are no words for its tool. */
  private clause(step: Step): string | undefined {
    const phrases = phrasesFor(step.tool_name, this.registry)
    const ask = phrases?.asks[0]
    if (phrases === undefined || ask === undefined) return undefined
    const plain = mentionsOf(phrases, step.arguments)
    const spoken = Object.fromEntries(
      Object.entries(step.arguments).map(([name, value]) => [
        name,
        phrases.wordings?.[name] === undefined ? this.mention(value) : (plain[name] as string),
      ]),
    )
    try {
      return fillClause(ask, spoken)
    } catch {
      return undefined
    }
  }

  /** What every step is to do, in order; undefined where one of them cannot be put into words. */
  spelledOut(): string | undefined {
    const clauses = this.steps.map((step) => this.clause(step))
    if (clauses.some((clause) => clause === undefined)) return undefined
    return `In detail: ${clauses.map((clause, i) => `Step ${i + 1}: ${clause}.`).join(' ')}`
  }
}
