import { resolve } from '../../scoring/bindings.ts'
import { type Json, stableJson } from '../../shared/json.ts'
import { quoteValue } from '../quote-value.ts'
import { type Mutant, type Operator, withMoves } from './operator.ts'
import { movesOf } from './script.ts'
import { nameOfSite } from './sites.ts'
import { slotSitesOf } from './slot-sites.ts'
import { withSites } from './values.ts'

/** No answer at all, and the answer without one of its values. */
export const answerDropped: Operator = {
  name: 'answer-dropped',
  mutants({ subject: { task }, gold }) {
    const slots = slotSitesOf(task).filter(({ kind }) => kind === 'answer')
    if (slots.length === 0) return []
    const silent: Mutant = { ...withMoves(task, movesOf(task), 'nothing is answered'), answer: undefined }
    const values = slots.map(({ binding }) => resolve(binding, gold.outputOf) ?? null)
    const isNamedOnce = (value: Json): boolean =>
      values.filter((other) => stableJson(other) === stableJson(value)).length === 1
    const shortened = slots.flatMap((site, i): Mutant[] => {
      const value = values[i] ?? null
      if (slots.length === 1 || !isNamedOnce(value)) return []
      const how = `${nameOfSite(site)} is answered without ${quoteValue(value)}`
      return [withSites(task, [{ site, by: '' }], how)]
    })
    return [silent, ...shortened]
  },
}
