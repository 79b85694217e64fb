/** One way to put a graph of calls into words: how steps are called, spoken of and strung together. */
export interface Wording {
  /** Whether it can only say chains, each step of which takes from the one before. */
  chainsOnly: boolean
  /** How an earlier output is spoken of, given its name and the place of its step, from 1. */
  reference(name: string, place: number): string
  /** The whole request, given one clause a step. */
  request(clauses: readonly string[]): string
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const letter = (place: number): string => String.fromCharCode(64 + place)

const ORDINALS = ['First', 'Then', 'After that', 'Next', 'With that done', 'Then', 'After that', 'Next']

/** How graphs of calls are put into words; each makes clear which value goes where. */
export const WORDINGS: readonly Wording[] = [
  {
    chainsOnly: false,
    reference: (name, place) => `the ${name} from step ${place}`,
    request: (clauses) =>
      `Please work through these steps. ${clauses.map((clause, i) => `Step ${i + 1}: ${clause}.`).join(' ')} Pass every value on exactly as it came out.`,
  },
  {
    chainsOnly: false,
    reference: (name, place) => `the ${name} in result ${letter(place)}`,
    request: (clauses) =>
      `${clauses
        .map((clause, i) =>
          i === clauses.length - 1
            ? `Finally, ${clause}.`
            : `${capital(clause)}; call what you get result ${letter(i + 1)}.`,
        )
        .join(' ')} Use the values unrounded and unchanged.`,
  },
  {
    chainsOnly: false,
    reference: (name, place) => `the ${name} found under (${place})`,
    request: (clauses) =>
      `I need the following done, in any order that works. ${clauses.map((clause, i) => `(${i + 1}) ${capital(clause)}.`).join(' ')} Where one item needs a value from another, take it over without rounding or rewording it.`,
  },
  {
    chainsOnly: true,
    reference: (name) => `the ${name} just found`,
    request: (clauses) =>
      `${clauses.map((clause, i) => `${i === clauses.length - 1 ? 'Finally' : ORDINALS[i % ORDINALS.length]}, ${clause}.`).join(' ')} Change no value on the way.`,
  },
  {
    chainsOnly: true,
    reference: (name) => `the ${name} that this gives`,
    request: (clauses) =>
      `One thing leads to another here. ${clauses.map((clause, i) => (i === 0 ? `Start: ${clause}.` : `${capital(clause)}.`)).join(' ')} Every value is to be used as it is.`,
  },
]
