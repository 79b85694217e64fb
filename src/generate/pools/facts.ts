import type { Rng } from '../../shared/rng.ts'

const SUBJECTS = [
  ['geography', 'capital of France'],
  ['geography', 'capital of Japan'],
  ['geography', 'capital of Germany'],
  ['geography', 'capital of Australia'],
  ['geography', 'capital of Brazil'],
  ['geography', 'population of Japan'],
  ['geography', 'population of India'],
  ['geography', 'largest ocean'],
  ['science', 'speed of light'],
  ['science', 'boiling point of water'],
] as const

const FORMS: readonly ((subject: string, number: number) => string)[] = [
  (subject, number) => `Quiz question ${number}: what is the ${subject}`,
  (subject, number) => `Card ${number} asks for the ${subject}`,
  (subject, number) => `Reader ${number} wants to know the ${subject}`,
  (subject, number) => `For lesson ${number}, tell us the ${subject}`,
  (subject, number) => `Round ${number}: give the ${subject}`,
]

/** A question that the knowledge base has an entry for, and the domain of that. */
export function drawQuestion(rng: Rng): { domain: string; query: string } {
  const [domain, subject] = rng.pick(SUBJECTS)
  return { domain, query: rng.pick(FORMS)(subject, rng.int(2, 99)) }
}
