import type { Rng } from '../../shared/rng.ts'
import { PEOPLE, type Person } from './people.ts'

const NOTES: readonly ((person: Person) => string)[] = [
  ({ name, email }) => `the spare key of the boat shed is with ${name} (${email}) until the fair.`,
  ({ name, email }) => `please send the corrected proofs to ${email}, where ${name} collects them.`,
  ({ name, email }) => `last week ${name} asked for a quieter desk; replies go to ${email} only.`,
  ({ name, email }) => `for the rota of the night bus write to ${email} and mention ${name} by name.`,
  ({ name, email }) => `the caterer is ${name}, whose new mailbox (${email}) works from today.`,
  ({ name, email }) => `our lease was signed by ${name} and scanned copies went to ${email} at noon.`,
  ({ name, email }) =>
    `a grey umbrella was left behind by ${name}, who can be reached through ${email} all day.`,
  ({ name, email }) => `tickets at the reduced price are kept by ${name}; ask ${email} for a code.`,
  ({ name, email }) => `the valve in the cellar was checked by ${name}, and ${email} has the minutes.`,
  ({ name, email }) => `anyone who can lend a ladder should tell ${name} or write to ${email} by tonight.`,
]

const sentence = (note: string): string => note.charAt(0).toUpperCase() + note.slice(1)

/** Two notes, each of which mentions a person of its own by name and e-mail address and nothing else that looks like an entity. */
export function drawContactNotes(rng: Rng): [string, string] {
  const [one, other] = rng.sample(PEOPLE, 2) as [Person, Person]
  const [first, second] = rng.sample(NOTES, 2) as [(typeof NOTES)[number], (typeof NOTES)[number]]
  return [sentence(first(one)), sentence(second(other))]
}
